// What fragments on the pages refer to without declaring it. A block that declares or imports a name itself has its own.
import type * as clients from "@modelcontextprotocol/client";
import type * as servers from "@modelcontextprotocol/server";
import type * as fs from "node:fs/promises";
import type * as nodeHttp from "node:http";
import type * as hosts from "midcall/client";
import type * as pagesEntry from "midcall/pages";
import type * as react from "midcall/react";
import type * as midcall from "midcall/server";
import type * as postgres from "midcall/store/postgres";
import type * as terminal from "midcall/terminal";
import type * as testing from "midcall/testing";
import type { toStandardJsonSchema as toStandard } from "@valibot/to-json-schema";
import type * as valibot from "valibot";
import type * as vitest from "vitest";
import type * as zod from "zod";

declare global {
  const ctx: midcall.ElicitationContext;
  const elicitation: ReturnType<typeof midcall.createElicitation>;
  const server: servers.McpServer;
  const client: clients.Client;
  const transport: clients.Transport;
  const inbox: hosts.Inbox;
  const build: () => servers.McpServer;
  const mcp: midcall.HttpHandler;
  const pages: pagesEntry.Pages;
  const { vault, providers, identify, store, secret }: pagesEntry.PagesOptions;
  const params: Parameters<typeof hosts.getDefaults>[0];
  const mine: midcall.HostOverride;
  const pool: Parameters<typeof postgres.createPostgresStore>[0]["pool"];
  const schema: midcall.RequestedSchema;

  type HostOverride = midcall.HostOverride;

  const { McpServer }: typeof servers;
  const { Client }: typeof clients;
  const { createElicitation }: typeof midcall;
  const { createInbox, accept, decline, validate, getDefaults }: typeof hosts;
  const { createPages }: typeof pagesEntry;
  const { ElicitationDialog, ElicitationProvider }: typeof react;
  const { migrate, createPostgresStore }: typeof postgres;
  const { mountTerminal }: typeof terminal;
  const { createTestHost }: typeof testing;
  const { readdir, rm }: typeof fs;
  const http: typeof nodeHttp;
  const z: typeof zod;
  const v: typeof valibot;
  const toStandardJsonSchema: typeof toStandard;
  const { it, expect }: typeof vitest;

  // Functions and values of the reader's own.
  const dir: string;
  const files: readonly string[];
  let key: unknown;
  const url: string;
  const user: string;
  const request: Request;
  const invoice: string;
  const token: servers.AuthInfo & { readonly subject: string };
  const listFiles: (dir: string) => Promise<string[]>;
  const remove: (files: readonly string[]) => Promise<void>;
  const saveList: (files: readonly string[]) => Promise<{ readonly id: string }>;
  const pay: (invoice: string, idempotencyKey: string) => Promise<void>;
  const expensiveOrOneTime: () => Promise<string[]>;
  const isLinked: (user: string) => Promise<boolean>;
  const linked: (user: string) => Promise<boolean>;
  const works: midcall.SecretOptions["check"];
  const showToTheUser: (url: string) => Promise<void>;
  const bake: (ctx: midcall.ElicitationContext) => Promise<servers.CallToolResult>;
  const order: (ctx: midcall.ElicitationContext) => Promise<servers.CallToolResult>;
  const cleanUp: (ctx: midcall.ElicitationContext) => Promise<servers.CallToolResult>;
  const app: { all(path: string, handler: unknown): void };
}
