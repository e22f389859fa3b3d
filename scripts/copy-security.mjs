// Before a package is packed: its own copy of SECURITY.md, which npm takes from the package's folder alone.
import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

await copyFile(fileURLToPath(new URL("../SECURITY.md", import.meta.url)), "SECURITY.md");
