// Functions that check values before they are timed, because the speed of a wrong result means nothing.

/** Throws unless two array-likes have the same values. */
export function assertSame(name, actual, expected) {
  if (actual.length !== expected.length) {
    throw new Error(`${name}: ${actual.length} values, expected ${expected.length}`);
  }
  for (let i = 0; i < expected.length; i++) {
    if (!Object.is(actual[i], expected[i])) {
      throw new Error(`${name}: value ${i} is ${actual[i]}, expected ${expected[i]}`);
    }
  }
}

/** Returns a seeded generator of uint32 numbers (xorshift), so that every run measures the same data. */
export function createRandom(seed = 1) {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
