/** What is asked of the JavaScript besides its form (prettier) and its types (tsc): docs/decisions/javascript.md. */

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "build/", "out/"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      complexity: ["error", 16],
      "default-param-last": "error",
      eqeqeq: "error",
      "max-len": ["error", { code: 120 }], // the formatter leaves comments and strings as they are
      "max-params": ["error", 6],
      "no-console": "error",
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-param-reassign": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unneeded-ternary": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_+$" }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      radix: "error",
    },
  },
];
