import fc from "fast-check";
import { createForm } from "midcall/form";
import { parseRequestedSchema, type RequestedSchema, validateContent } from "midcall/schema";
import { readForm } from "../../packages/midcall/src/pages/http/body.js";
import {
  hiddenInputs,
  fillForm,
  valuesFor,
} from "../../packages/midcall/src/pages/views/form-values.js";
import { requestedSchema } from "../../packages/midcall/test/schema/samples.js";
import { must, target, type FuzzTarget } from "./fuzz-target.js";
import { codePoint } from "../code-points.js";

/** What the pages read forms with. */
export interface FormReading {
  readonly readForm: typeof readForm;
  readonly fill: typeof fillForm;
}

const LIMIT = 400;
const PAIRS = 30;

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("f0", "f1", "f2", "f3", "f0z", "f1z") },
  fc.constantFrom("f", "f-1", "f00", "f99", "__proto__", "proof", "action", "f0[]", ""),
);
const value = fc.oneof(
  fc.constantFrom("", "yes", "no", "0", "1", "5", "9999", "-1", "00", "1e3", "__proto__", "x\r\ny"),
  fc.constantFrom(
    "2026-02-30",
    "2026-02-28",
    "2026-02-28T10:00",
    "+02:00",
    "Z",
    "<script>",
    '"><b>',
  ),
  fc.string({ unit: codePoint, maxLength: 12 }),
);

interface BodyInput {
  readonly schema: RequestedSchema;
  readonly pairs: readonly (readonly [string, string])[];
  /** Instead of the pairs. */
  readonly raw: Uint8Array | undefined;
  readonly cuts: number;
  readonly type: string;
  readonly length: string | undefined;
}

async function body(input: BodyInput, { readForm: read, fill: put }: FormReading): Promise<void> {
  const { schema, pairs, raw, cuts, type, length } = input;
  const bytes = raw ?? Buffer.from(new URLSearchParams(pairs.map(([a, b]) => [a, b])).toString());
  let given = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (given >= bytes.length) return controller.close();
        const piece = bytes.slice(given, given + cuts);
        given += piece.length;
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("https://pages.example/", {
    method: "POST",
    headers: { "content-type": type, ...(length !== undefined && { "content-length": length }) },
    body: stream,
    duplex: "half",
  } as RequestInit);
  const result = await read(request, LIMIT, PAIRS);
  must(given <= LIMIT + cuts, `Has read ${given} bytes, with a limit of ${LIMIT}.`);
  if ("status" in result) {
    must([400, 413, 415].includes(result.status), `Answers ${result.status}.`);
    return;
  }
  must(bytes.length <= LIMIT, "Takes more than the limit.");
  must([...result.form].length <= PAIRS, "Takes more pairs than the limit.");
  const form = createForm(schema);
  put(form, result.form);
  const sent = form.submit();
  if (sent.ok) {
    const checked = validateContent(parseRequestedSchema(schema), sent.content);
    must(checked.valid, `Sends what the schema refuses: ${JSON.stringify(sent.content)}`);
  }
  const kept = [...valuesFor(form, result.form)];
  const html = String(hiddenInputs(form, result.form));
  // Nothing that was typed becomes a tag or an attribute.
  must(html.split("<").length - 1 === kept.length, `Not escaped: ${html}`);
  must(html.split('"').length - 1 === 6 * kept.length, `Not escaped: ${html}`);
}

/** Reads no further than the limit and never throws; what is sent on fits the form; what comes back is only text. */
export const formBodies: FuzzTarget = target<BodyInput, FormReading>({
  name: "form-bodies",
  tried: "form bodies",
  runs: [300, 50_000],
  subject: { readForm, fill: fillForm },
  asynchronous: true,
  input: fc.record({
    schema: requestedSchema,
    pairs: fc.array(fc.tuple(name, value), { maxLength: 10 }),
    raw: fc.option(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.integer({ min: 1, max: 5000 }).map((size) => new Uint8Array(size).fill(97)),
        fc
          .array(fc.constantFrom("f0=", "&", "=", "%", "%f", "%ff", "%00", "+", "f1=0", "f1=9"), {
            maxLength: 20,
          })
          .map((parts) => new TextEncoder().encode(parts.join(""))),
      ),
      { nil: undefined, freq: 3 },
    ),
    cuts: fc.integer({ min: 1, max: 200 }),
    type: fc.oneof(
      { weight: 8, arbitrary: fc.constant("application/x-www-form-urlencoded") },
      fc.constantFrom("application/x-www-form-urlencoded; charset=utf-16", "text/plain", "x", ""),
    ),
    length: fc.option(fc.constantFrom("0", "10", "-1", "x", "99999", "1e9"), {
      nil: undefined,
      freq: 4,
    }),
  }),
  check: body,
});
