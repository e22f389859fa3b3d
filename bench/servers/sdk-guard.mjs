/** The SDK alone on 2026-07-28: a guard handler, a new server for every request. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createGuardFactory } from "./guard-tools.mjs";
import { listen } from "./listen.mjs";
import { readOptions } from "./options.mjs";
import { USER } from "./user.mjs";

const options = readOptions();
const handler = createMcpHandler(createGuardFactory(options));
listen((request) => handler.fetch(request, { authInfo: USER }), options);
