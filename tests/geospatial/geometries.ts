/** Random geometries for tests, as WKB. */
import { type Parts, type TestGeometry, wkbOf } from '@marquetry/test-support/wkb.js';

/** Returns a random number in [0, 1). */
export type Random = () => number;

/** Returns a generator of numbers for a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a random geometry of any kind and dimensions, which may be empty. Its rings are closed and have at least four
 * positions, because some engines check that.
 */
function randomGeometry(random: Random, dimensions: number = below(random, 4), depth = 0): TestGeometry {
  const kind = 1 + below(random, depth < 2 ? 7 : 6);
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: below(random, most + 1) }, make);
  const point = (): number[] =>
    Array.from({ length: [2, 3, 3, 4][dimensions] as number }, () => Math.round((random() - 0.5) * 3600) / 10);
  const line = (): Parts => (random() < 0.1 ? [] : [point(), point(), ...some(3, point)]);
  const ring = (): Parts => {
    const first = point();
    return [first, point(), point(), ...some(2, point), first];
  };
  const parts: readonly (() => Parts)[] = [
    point,
    line,
    () => some(2, ring),
    () => some(3, point),
    () => some(2, line),
    () => some(2, () => [ring()]),
    () => some(3, () => randomGeometry(random, dimensions, depth + 1)),
  ];
  return { kind, dimensions, parts: (parts[kind - 1] as () => Parts)() };
}

export function randomWkb(random: Random): Uint8Array<ArrayBuffer> {
  return wkbOf(randomGeometry(random), () => random() < 0.8);
}

function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}
