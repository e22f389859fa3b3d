// Copies SECURITY.md into a package before it is packed, because npm includes only files of the package's folder.
import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

await copyFile(fileURLToPath(new URL("../SECURITY.md", import.meta.url)), "SECURITY.md");
