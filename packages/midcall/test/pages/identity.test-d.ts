import {
  createCustomIdentity,
  type Identity,
  createLocalIdentity,
  createOidcIdentity,
  type PagesOptions,
} from "midcall/pages";
import { expectTypeOf } from "vitest";

// What a strategy is made of stays inside: whoever needs one of their own gives createCustomIdentity a function.
expectTypeOf<keyof Identity>().toEqualTypeOf<"strategy">();
expectTypeOf<PagesOptions["identify"]>().toEqualTypeOf<Identity>();
expectTypeOf(createOidcIdentity).returns.toEqualTypeOf<Identity>();
expectTypeOf(createLocalIdentity).returns.toEqualTypeOf<Identity>();
expectTypeOf(createCustomIdentity).returns.toEqualTypeOf<Identity>();
