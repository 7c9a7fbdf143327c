/**
 * Vitest's `toEqual` compares typed arrays and long arrays element by element, which takes a second per million elements. This tester
 * accepts arrays with the same bytes or identical elements at once. All other values are left to `toEqual`, which
 * reports how they differ.
 */
import { expect } from 'vitest';

const isAdded = Symbol.for('@marquetry/test-support/quick-equality');
const here = globalThis as { [isAdded]?: true };

/** Returns true if `a` and `b` are certainly equal, and `undefined` if `toEqual` must decide. */
export function quickEquality(a: unknown, b: unknown): true | undefined {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined;
  if (Array.isArray(a)) return Array.isArray(b) && haveSameElements(a, b) ? true : undefined;
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return undefined;
  return Buffer.compare(bytesOf(a), bytesOf(b)) === 0 ? true : undefined;
}

function haveSameElements(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  // An `undefined` element may be a hole in the array, which `toEqual` must compare.
  for (let i = 0; i < a.length; i++) if (a[i] === undefined || !Object.is(a[i], b[i])) return false;
  return true;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

// Without isolation, the test files in a worker share `expect`, so the tester must be added only once.
if (here[isAdded] === undefined) {
  here[isAdded] = true;
  expect.addEqualityTesters([quickEquality]);
}
