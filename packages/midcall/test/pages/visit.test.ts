import { expect, it } from "vitest";
// The proof is the last line of defence behind checks that the pages alone cannot get past; so it is tested by itself.
import { createKeys } from "../../src/pages/flows/keys.js";
import { formProof, isOurForm, type Visit } from "../../src/pages/links/visit.js";
import { SECRET } from "./lab.js";

it("binds a form to its browser, its link and its person", () => {
  const keys = createKeys(SECRET);
  const visit = (more: Partial<Visit> = {}): Visit => ({
    request: new Request("https://mcp.example.org"),
    token: "t",
    id: "link",
    pass: undefined,
    session: { id: "browser", fresh: false, data: {} },
    form: undefined,
    ...more,
  });
  const alice = { principal: "alice" };
  const form = new URLSearchParams({ proof: formProof(keys, visit(), alice) });
  const browser = (id: string, fresh = false): Visit["session"] => ({ id, fresh, data: {} });
  expect(isOurForm(keys, visit({ form }), alice)).toBe(true);
  expect(isOurForm(keys, visit({ form }), { principal: "bob" })).toBe(false);
  expect(isOurForm(keys, visit({ form }))).toBe(false);
  expect(isOurForm(keys, visit({ form, id: "other" }), alice)).toBe(false);
  expect(isOurForm(keys, visit({ form, session: browser("other") }), alice)).toBe(false);
  expect(isOurForm(keys, visit({ form, session: browser("browser", true) }), alice)).toBe(false);
  expect(isOurForm(createKeys(`${SECRET}!`), visit({ form }), alice)).toBe(false);
  expect(isOurForm(createKeys([`${SECRET}!`, SECRET]), visit({ form }), alice)).toBe(true);
});
