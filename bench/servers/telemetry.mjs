import { AsyncLocalStorage } from "node:async_hooks";
import { context, metrics, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createTelemetry } from "midcall/telemetry";

/** Takes every batch of spans and metrics, and keeps none. */
const nowhere = {
  export: (_, done) => done({ code: 0 }),
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
  selectAggregationTemporality: () => AggregationTemporality.CUMULATIVE,
};

/** Keeps the active span in asynchronous code, as `@opentelemetry/sdk-node` does on Node. */
class AsyncContexts {
  #storage = new AsyncLocalStorage();

  active() {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with(active, work, self, ...args) {
    return this.#storage.run(active, self === undefined ? work : work.bind(self), ...args);
  }

  bind(active, target) {
    return target;
  }

  enable() {
    return this;
  }

  disable() {
    return this;
  }
}

/**
 * Spans and metrics as a server in production makes them, without the network: with the defaults of
 * `@opentelemetry/sdk-node`, which are batches of spans, all of which are sampled, metrics that are read once a minute,
 * and contexts in an `AsyncLocalStorage`.
 */
export function createBenchTelemetry() {
  context.setGlobalContextManager(new AsyncContexts());
  const spanProcessors = [new BatchSpanProcessor(nowhere)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  const readers = [new PeriodicExportingMetricReader({ exporter: nowhere })];
  metrics.setGlobalMeterProvider(new MeterProvider({ readers }));
  return createTelemetry();
}
