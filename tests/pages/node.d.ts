/** What of Node the tests use: its own types would take the place of the browser's in the pages. */

declare module "node:test" {
  export function test(name: string, run: () => unknown): void;
}

declare module "node:assert/strict" {
  export function deepEqual(actual: unknown, expected: unknown, message?: string): void;
  export function equal(actual: unknown, expected: unknown, message?: string): void;
}

declare module "node:fs" {
  export function existsSync(path: URL): boolean;
  export function readdirSync(path: URL): string[];
  export function readFileSync(path: URL, encoding: "utf8"): string;
}

declare module "node:module" {
  type Next<Found> = (named: string, context: unknown) => Found;
  export function registerHooks<Found>(hooks: {
    resolve(named: string, context: unknown, next: Next<Found>): Found;
  }): void;
}
