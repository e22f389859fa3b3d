/** Questions as servers ask them, by the layout of their answers. */
const form = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});

export const sure = {
  message: "Delete 47 files?",
  requestedSchema: form({
    sure: { type: "boolean", title: "Delete them", description: "They cannot be restored." },
  }),
};

export const sureOrNot = {
  ...sure,
  requestedSchema: form(sure.requestedSchema.properties, []),
};

export const terms = {
  message: "Please accept the terms.",
  requestedSchema: form({ terms: { type: "boolean", title: "I agree", const: true } }),
};

export const size = {
  message: "What size?",
  requestedSchema: form({
    size: { type: "string", title: "Size", enum: ["Small", "Medium", "Large"] },
  }),
};

export const guest = {
  message: "Who is coming?",
  requestedSchema: form(
    {
      name: { type: "string", title: "Name" },
      seats: { type: "integer", title: "Seats", minimum: 1, maximum: 60 },
      size: { type: "string", title: "Size", enum: ["Small", "Large"] },
    },
    ["name"],
  ),
};

export const suggested = {
  message: "How many?",
  requestedSchema: form({
    name: { type: "string", title: "Name" },
    seats: { type: "integer", title: "Seats", default: 2 },
  }),
};
