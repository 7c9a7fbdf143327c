/** Generates bytes that are similar to those of real pages, and the same in every run. */

/** Returns a generator of numbers from 0 to 2^32 - 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of a linear congruential generator have a short period, so the high bits are mixed in.
    return (state ^ (state >>> 15)) >>> 0;
  };
}

export function randomBytes(length: number, seed = 1): Uint8Array {
  const next = randomNumbers(seed);
  return Uint8Array.from({ length }, () => next() >>> 24);
}

/** Returns words that occur with different frequencies, so that there are short matches at many distances. */
export function text(length: number, seed = 2): Uint8Array {
  const next = randomNumbers(seed);
  const words = 'the of and to in column page value encoding dictionary parquet run level null'.split(' ');
  let written = '';
  while (written.length < length)
    written += `${words[(next() >>> 8) % words.length]} ${next() % 5 === 0 ? next() : ''}`;
  return new TextEncoder().encode(written.slice(0, length));
}

/** Returns repeated sequences of every short length, so that matches overlap their own output. */
export function runs(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0, period = 1; at < length; period = (period % 9) + 1) {
    for (let i = 0; i < 40 + period && at < length; i++, at++) bytes[at] = 65 + (i % period);
  }
  return bytes;
}

/** Returns slowly growing int64 values, little endian, like timestamps in PLAIN. */
function timestamps(length: number): Uint8Array {
  const next = randomNumbers(3);
  const values = new BigInt64Array(Math.ceil(length / 8));
  let time = 1_700_000_000_000_000n;
  for (let i = 0; i < values.length; i++) {
    time += BigInt(next() % 100_000);
    values[i] = time;
  }
  return new Uint8Array(values.buffer, 0, length);
}

export const samples: Readonly<Record<string, Uint8Array>> = {
  empty: new Uint8Array(0),
  'one byte': Uint8Array.of(7),
  'seventeen bytes': text(17),
  zeros: new Uint8Array(100_000),
  runs: runs(50_001),
  text: text(200_003),
  timestamps: timestamps(150_000),
  random: randomBytes(70_001),
};
