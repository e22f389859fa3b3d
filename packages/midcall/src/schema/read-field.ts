import { checkValue } from "./check-value.js";
import type { Field, FieldBase, FieldOption } from "./fields.js";
import { FORMATS } from "./formats.js";
import { isObject, own } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";
import type { SchemaLimits } from "./limits.js";
import { compilePattern } from "./pattern/index.js";
import type { Writable } from "./put.js";
