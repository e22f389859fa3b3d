import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/node_modules/**",
      "**/.next/**",
      "**/next-env.d.ts",
      "**/.wrangler/**",
      "coverage/**",
      "test/artifacts/**",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/unified-signatures": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { varsIgnorePattern: "^_", argsIgnorePattern: "^_" },
      ],
      "no-control-regex": "off",
      "no-eval": "error",
      "no-new-func": "error",
    },
  },
  {
    // What lives for one call: see "old generation" in docs/decisions.md.
    files: [
      "packages/midcall/src/{audit,internal,local-page,pages,server,store,telemetry,vault}/**/*.ts",
    ],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...["", " > :matches(TSAsExpression, TSSatisfiesExpression).right"].map((cast) => ({
          selector: `AssignmentExpression[left.type=/^(MemberExpression|TS.*Expression)$/]${cast} > :matches(ArrowFunctionExpression, FunctionExpression)`,
          message:
            "V8 makes this function in the old generation, where it keeps its call in memory. Give it to a constant first, or use a method.",
        })),
      ],
    },
  },
  {
    files: ["**/*.mjs", "**/*.cjs", "**/*.js"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        performance: "readonly",
        fetch: "readonly",
        AbortSignal: "readonly",
        AbortController: "readonly",
        module: "writable",
        structuredClone: "readonly",
        Request: "readonly",
        Response: "readonly",
        TextEncoder: "readonly",
        TextDecoder: "readonly",
        setInterval: "readonly",
        clearInterval: "readonly",
        setImmediate: "readonly",
        Bun: "readonly",
        Deno: "readonly",
      },
    },
  },
);
