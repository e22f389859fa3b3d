import express from "express";
import { mcp } from "./mcp.mjs";

const app = express();
app.all("/mcp", mcp.node);
app.listen(Number(process.env.PORT), "127.0.0.1");
