/** One field of each kind and control, as a server sends them. */
export const EVERY_FIELD = {
  type: "object",
  properties: {
    name: {
      type: "string",
      title: "Full name",
      maxLength: 40,
      description: "As it should be printed on the badge.",
    },
    email: { type: "string", title: "E-mail", format: "email" },
    website: { type: "string", title: "Website", format: "uri" },
    birthday: { type: "string", title: "Birthday", format: "date" },
    arrival: { type: "string", title: "Arrival", format: "date-time" },
    height: { type: "number", title: "Height in metres", minimum: 0.3, maximum: 2.8 },
    children: { type: "integer", title: "Children", minimum: 0, default: 0 },
    vegetarian: { type: "boolean", title: "Vegetarian" },
    newsletter: { type: "boolean", title: "Newsletter" },
    size: { type: "string", title: "Size", enum: ["Small", "Medium", "Large"] },
    month: {
      type: "string",
      title: "Month",
      enum: "January February March April May June July August September October".split(" "),
    },
    city: {
      type: "string",
      title: "City",
      enum: Array.from({ length: 60 }, (_, index) => `City ${index}`),
    },
    days: {
      type: "array",
      title: "Days",
      items: { type: "string", enum: ["Friday", "Saturday", "Sunday"] },
      minItems: 1,
      maxItems: 2,
    },
    languages: {
      type: "array",
      title: "Languages",
      items: {
        type: "string",
        enum: Array.from({ length: 18 }, (_, index) => `Language ${index}`),
      },
    },
    notes: { type: "string", title: "Notes", maxLength: 500 },
    token: { type: "string", title: "API token" },
    address: { type: "object", title: "Address" },
  },
  required: ["name", "email", "vegetarian", "days"],
} as const;

export const REGISTER = {
  message: "Please register for the workshop.\nYour data is kept until the day after.",
  requestedSchema: EVERY_FIELD,
};

export const SUSPICIOUS_LINK = {
  mode: "url",
  message: "Connect your account to go on.",
  url: "https://login.xn--exmple-cua.com:8443/start?state=abcdef0123456789",
} as const;

export const TOOL = { call: { method: "tools/call", name: "register_guest" } } as const;
