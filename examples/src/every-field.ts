import type { RequestedSchema } from "midcall";
import { type Example, isMain, serve, text } from "./serve.js";

/**
 * Every type of field in the protocol, as a raw `requestedSchema`. With `as const` it types the answer: `data.size` is
 * `"s" | "m" | "l"`. For older protocol versions, midcall converts the form and the answer.
 */
const everyField = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", minLength: 1, maxLength: 40 },
    nickname: { type: "string", title: "Nickname", default: "" },
    email: { type: "string", title: "E-mail", format: "email" },
    website: { type: "string", title: "Website", format: "uri" },
    birthday: { type: "string", title: "Birthday", format: "date" },
    arrival: { type: "string", title: "Arrival", format: "date-time" },
    height: { type: "number", title: "Height in metres", minimum: 0.3, maximum: 2.8 },
    children: { type: "integer", title: "Children", minimum: 0, default: 0 },
    vegetarian: { type: "boolean", title: "Vegetarian", default: false },
    newsletter: { type: "boolean", title: "Newsletter" },
    // The five ways to write a choice.
    size: { type: "string", title: "Size", enum: ["s", "m", "l"], default: "m" },
    room: {
      type: "string",
      title: "Room",
      oneOf: [
        { const: "single", title: "A room of my own" },
        { const: "shared", title: "Shared with a friend" },
      ],
    },
    transport: {
      type: "string",
      title: "Transport",
      enum: ["train", "car"],
      enumNames: ["By train", "By car"],
    },
    days: {
      type: "array",
      title: "Days",
      items: { type: "string", enum: ["fri", "sat", "sun"] },
      minItems: 1,
    },
    workshops: {
      type: "array",
      title: "Workshops",
      items: {
        anyOf: [
          { const: "clay", title: "Pottery" },
          { const: "wood", title: "Carving" },
        ],
      },
      default: [],
    },
  },
  required: ["name", "email", "days"],
} as const satisfies RequestedSchema;

/** Asks with one form that has every type of field, and returns the answer. */
export const everyFieldForm: Example =
  ({ elicitation }) =>
  (server) => {
    server.registerTool(
      "every_field",
      {
        title: "Register a guest",
        description: "Asks with one form that has every type of field.",
      },
      elicitation.handler(async (ctx) => {
        const answer = await ctx.elicit("Please register.", everyField);
        if (answer.action !== "accept") return text(`Nobody was registered (${answer.action}).`);
        const { name, days, workshops = [] } = answer.data;
        const summary = `${name} comes on ${days.join(", ")} for ${workshops.length} workshops.`;
        return text(`${summary}\n${JSON.stringify(answer.data)}`);
      }),
    );
  };

if (isMain(import.meta.url)) {
  serve("every-field", "A form with every type of field.", [everyFieldForm]);
}
