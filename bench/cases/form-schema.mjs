/** A form of twenty fields, with every kind of field and every shape of a choice. */
export const SCHEMA = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", minLength: 1, maxLength: 40 },
    nickname: { type: "string", title: "Nickname", maxLength: 20, default: "" },
    code: { type: "string", title: "Booking code", pattern: "^[A-Z]{2}\\d{4}$" },
    comment: {
      type: "string",
      title: "Comment",
      description: "What we should know",
      maxLength: 500,
    },
    email: { type: "string", title: "E-mail", format: "email" },
    website: { type: "string", title: "Website", format: "uri" },
    birthday: { type: "string", title: "Birthday", format: "date" },
    arrival: { type: "string", title: "Arrival", format: "date-time" },
    departure: { type: "string", title: "Departure", format: "date-time" },
    height: { type: "number", title: "Height in metres", minimum: 0.3, maximum: 2.8 },
    budget: { type: "number", title: "Budget", minimum: 0 },
    children: { type: "integer", title: "Children", minimum: 0, maximum: 9, default: 0 },
    nights: { type: "integer", title: "Nights", minimum: 1, maximum: 30, default: 2 },
    vegetarian: { type: "boolean", title: "Vegetarian", default: false },
    newsletter: { type: "boolean", title: "Newsletter" },
    size: { type: "string", title: "Size", enum: ["s", "m", "l", "xl"], default: "m" },
    room: {
      type: "string",
      title: "Room",
      oneOf: [
        { const: "single", title: "A room of my own" },
        { const: "shared", title: "Shared with a friend" },
        { const: "tent", title: "A tent" },
      ],
    },
    transport: {
      type: "string",
      title: "Transport",
      enum: ["train", "car", "bus"],
      enumNames: ["By train", "By car", "By bus"],
    },
    days: {
      type: "array",
      title: "Days",
      items: { type: "string", enum: ["fri", "sat", "sun"] },
      minItems: 1,
      maxItems: 3,
    },
    workshops: {
      type: "array",
      title: "Workshops",
      items: {
        anyOf: [
          { const: "clay", title: "Pottery" },
          { const: "wood", title: "Carving" },
          { const: "wool", title: "Felting" },
        ],
      },
      default: [],
    },
  },
  required: ["name", "email", "arrival", "days"],
};

export const CONTENT = {
  name: "Ada Lovelace",
  nickname: "",
  code: "AB1234",
  comment: "Arrives late.",
  email: "ada@example.com",
  website: "https://example.com/ada?tab=1",
  birthday: "1990-12-10",
  arrival: "2026-07-28T18:30:00+02:00",
  departure: "2026-07-30T09:00:00Z",
  height: 1.65,
  budget: 0,
  children: 0,
  nights: 2,
  vegetarian: false,
  newsletter: true,
  size: "m",
  room: "shared",
  transport: "train",
  days: ["fri", "sat"],
  workshops: [],
};

/** One wrong value for each field. */
const WRONG = {
  name: "",
  nickname: "x".repeat(21),
  code: "ab1234",
  comment: 5,
  email: "ada@",
  website: "example.com",
  birthday: "1990-02-30",
  arrival: "2026-07-28T18:30:00",
  departure: "tomorrow",
  height: 3,
  budget: -1,
  children: 0.5,
  nights: "2",
  vegetarian: "no",
  newsletter: 1,
  size: "xxl",
  room: "A tent",
  transport: "By car",
  days: [],
  workshops: ["glass"],
};

/** Contents with one invalid value each. @returns {{ field: string, content: object }[]} */
export function wrongContents() {
  return Object.entries(WRONG).map(([field, value]) => ({
    field,
    content: { ...CONTENT, [field]: value },
  }));
}
