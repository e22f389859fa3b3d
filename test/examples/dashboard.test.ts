import { readFileSync } from "node:fs";
import type { MetricOptions } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { createInstruments } from "../../packages/midcall/src/telemetry/instruments.js";
import { TELEMETRY_ATTRIBUTES } from "../../packages/midcall/src/telemetry/index.js";

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const path = new URL("../../examples/src/fleet/dashboard.json", import.meta.url);
const { panels } = JSON.parse(readFileSync(path, "utf8")) as Dashboard;

const UNITS: Readonly<Record<string, string>> = { s: "_seconds", By: "_bytes" };
const inPrometheus = (name: string): string => name.replaceAll(".", "_");

/** The names that Prometheus has for midcall's metrics, by the metric. */
function namesInPrometheus(): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const note =
    (...endings: string[]) =>
    (name: string, { unit = "" }: MetricOptions = {}): object => {
      const base = `${inPrometheus(name)}${UNITS[unit] ?? ""}`;
      names.set(
        name,
        endings.map((ending) => `${base}${ending}`),
      );
      return {};
    };
  createInstruments({
    createHistogram: note("_bucket", "_sum", "_count"),
    createCounter: note("_total"),
    createUpDownCounter: note(""),
  } as never);
  return names;
}

/** The names of metrics and of labels in an expression. */
function readExpression(expr: string): { metrics: string[]; labels: string[] } {
  const bare = expr.replace(/"[^"]*"/g, '""');
  const inBraces = [...bare.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) => list!.split(","));
  const grouped = [...bare.matchAll(/\b(?:by|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list]) =>
    list!.split(","),
  );
  const labels = [...inBraces, ...grouped].map((label) => label.replace(/[!=~].*$/, "").trim());
  const metrics = bare.match(/\b(?:mcp|midcall)_\w+\b/g) ?? [];
  return { metrics: metrics.filter((name) => !labels.includes(name)), labels };
}

describe("the dashboard of the example", () => {
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const known = namesInPrometheus();

  it("shows only metrics that exist, and every metric", () => {
    const used = new Set(expressions.flatMap((expr) => readExpression(expr).metrics));
    expect([...known.values()].flat()).toEqual(expect.arrayContaining([...used]));
    for (const [metric, names] of known)
      expect([metric, names.some((name) => used.has(name))]).toEqual([metric, true]);
  });

  it("uses only attributes that exist", () => {
    const labels = new Set([
      "le",
      "instance",
      ...Object.values(TELEMETRY_ATTRIBUTES).map(inPrometheus),
    ]);
    const legends = panels.flatMap(({ targets }) =>
      targets.flatMap(({ legendFormat }) => [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)]),
    );
    const used = [
      ...expressions.flatMap((expr) => readExpression(expr).labels),
      ...legends.map(([, label]) => label!),
    ];
    expect(used.length).toBeGreaterThan(20);
    expect([...labels]).toEqual(expect.arrayContaining([...new Set(used)]));
  });

  it("has an expression in every panel, and a place for each", () => {
    for (const { title, targets } of panels)
      expect([title, targets.length > 0]).toEqual([title, true]);
    expect(panels.length).toBeGreaterThanOrEqual(known.size);
  });
});
