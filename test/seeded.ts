import fc from "fast-check";
import { seed } from "./night.js";

fc.configureGlobal({ seed });
