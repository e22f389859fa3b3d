import type {
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult as SdkResult,
} from "@modelcontextprotocol/client";
import { expectTypeOf } from "vitest";

import { acceptWithDefaults, validate } from "../../src/client/defaults.js";
import { decline } from "../../src/client/attach/results.js";
import type {
  ElicitParams,
  ElicitResult,
  OnElicitationCallback,
} from "../../src/client/attach/results.js";

/* Checked by tsc, never run. */

type SdkParams = ElicitRequestFormParams | ElicitRequestURLParams;

// What the SDK hands over fits, and so does a callback written with the SDK's types.
expectTypeOf<SdkParams>().toExtend<ElicitParams>();
expectTypeOf<(params: SdkParams) => Promise<SdkResult>>().toExtend<OnElicitationCallback>();
expectTypeOf<(params: SdkParams) => SdkResult>().toExtend<OnElicitationCallback>();
expectTypeOf<ElicitResult>().toExtend<SdkResult>();

export const callback: OnElicitationCallback = (params, { server }) => {
  expectTypeOf(server).toBeString();
  if (params.mode === "url") {
    expectTypeOf(params.url).toBeString();
    return decline();
  }
  expectTypeOf(params.requestedSchema).toBeUnknown();
  return validate(params, {}).valid ? acceptWithDefaults(params) : decline("no");
};

// @ts-expect-error a decline has no content
export const wrong: ElicitResult = { action: "decline", content: {} };
