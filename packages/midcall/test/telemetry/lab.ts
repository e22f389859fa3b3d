import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  type ContextManager,
  ROOT_CONTEXT,
} from "@opentelemetry/api";
import {
  type DataPoint,
  type Histogram,
  MeterProvider,
  MetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { createTelemetry, type Telemetry } from "../../src/telemetry/index.js";

/** One for all: each that was used once costs time with every promise that follows. */
const storage = new AsyncLocalStorage<Context>();

/** Keeps the active span in asynchronous code, as an application's SDK does. */
export class AsyncContexts implements ContextManager {
  active(): Context {
    return storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    context: Context,
    fn: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return storage.run(context, () => fn.apply(self as never, args));
  }

  bind<T>(_context: Context, target: T): T {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    return this;
  }
}

class OnDemandReader extends MetricReader {
  protected async onShutdown(): Promise<void> {}
  protected async onForceFlush(): Promise<void> {}
}

/** One series of a metric. */
export interface Series {
  readonly attributes: Attributes;
  readonly value: unknown;
}

/** OpenTelemetry's SDK in memory, and telemetry that reports to it. */
export function createSdk(): {
  readonly telemetry: Telemetry;
  readonly tracer: ReturnType<BasicTracerProvider["getTracer"]>;
  readonly meter: ReturnType<MeterProvider["getMeter"]>;
  spans(): readonly ReadableSpan[];
  metrics(): Promise<ReadonlyMap<string, readonly Series[]>>;
  /** All that was exported, as text. */
  everything(): Promise<string>;
} {
  const exporter = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const reader = new OnDemandReader();
  const meters = new MeterProvider({ readers: [reader] });
  const tracer = tracers.getTracer("test");
  const meter = meters.getMeter("test");
  const collect = async () => (await reader.collect()).resourceMetrics.scopeMetrics;
  return {
    telemetry: createTelemetry({ tracer, meter }),
    tracer,
    meter,
    spans: () => exporter.getFinishedSpans(),
    async metrics() {
      const all = (await collect()).flatMap(({ metrics }) => metrics);
      return new Map(
        all.map(({ descriptor, dataPoints }) => [
          descriptor.name,
          (dataPoints as DataPoint<number | Histogram>[]).map(({ attributes, value }) => ({
            attributes,
            value: typeof value === "number" ? value : { count: value.count, sum: value.sum },
          })),
        ]),
      );
    },
    async everything() {
      const spans = exporter
        .getFinishedSpans()
        .map((span) => [
          ...[span.name, span.kind, span.attributes, span.status, span.events, span.links],
          ...[span.spanContext(), span.resource.attributes],
        ]);
      return JSON.stringify([spans, await collect()]);
    },
  };
}
