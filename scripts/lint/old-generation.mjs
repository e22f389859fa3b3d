// A rule of oxlint for what lives for one call: see "old generation" in docs/decisions.md.

const isCast = ({ type }) => type === "TSAsExpression" || type === "TSSatisfiesExpression";

/** A function literal that is assigned to a member, also through casts. */
function isAssignedToMember({ left, right }) {
  let value = right;
  while (isCast(value)) value = value.expression;
  return (
    /^(MemberExpression|TS.*Expression)$/.test(left.type) &&
    (value.type === "ArrowFunctionExpression" || value.type === "FunctionExpression")
  );
}

export default {
  meta: { name: "midcall" },
  rules: {
    "no-old-generation": {
      create: (context) => ({
        AssignmentExpression(node) {
          if (!isAssignedToMember(node)) return;
          context.report({
            node: node.right,
            message:
              "V8 makes this function in the old generation, where it keeps its call in memory. Give it to a constant first, or use a method.",
          });
        },
      }),
    },
  },
};
