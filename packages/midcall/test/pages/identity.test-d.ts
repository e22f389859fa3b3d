import {
  customIdentity,
  type Identity,
  localIdentity,
  oidcIdentity,
  type PagesOptions,
} from "midcall/pages";
import { expectTypeOf } from "vitest";

// What a strategy is made of stays inside: whoever needs one of their own gives customIdentity a function.
expectTypeOf<keyof Identity>().toEqualTypeOf<"strategy">();
expectTypeOf<PagesOptions["identify"]>().toEqualTypeOf<Identity>();
expectTypeOf(oidcIdentity).returns.toEqualTypeOf<Identity>();
expectTypeOf(localIdentity).returns.toEqualTypeOf<Identity>();
expectTypeOf(customIdentity).returns.toEqualTypeOf<Identity>();
