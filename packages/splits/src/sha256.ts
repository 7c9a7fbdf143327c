/**
 * SHA-256 of bytes that arrive one array at a time. Uses `node:crypto` in Node, Bun and Deno, and JavaScript elsewhere, because WebCrypto needs all
 * bytes at once. Source: FIPS 180-4, section 6.2.
 */

/** Computes the hash of bytes that arrive one array at a time. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** Returns the hash in hexadecimal. It must be called only once, after the last update. */
  hex(): string;
}

interface NodeHash {
  update(bytes: Uint8Array): unknown;
  digest(form: 'hex'): string;
}

interface Runtime {
  readonly process?: {
    getBuiltinModule?(name: 'node:crypto'): { createHash(name: 'sha256'): NodeHash } | undefined;
  };
}

/** Returns an object that computes the SHA-256 of bytes that arrive one array at a time. */
export function createSha256(): Sha256 {
  // The module is loaded at run time instead of imported, because bundlers for browsers would fail on the import.
  const node = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto')?.createHash('sha256');
  if (node === undefined) return javascriptSha256();
  return { update: (bytes) => void node.update(bytes), hex: () => node.digest('hex') };
}

/** Returns the SHA-256 of bytes in hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  const hash = createSha256();
  hash.update(bytes);
  return hash.hex();
}

const blockBytes = 64;

/** Returns an object that computes a SHA-256 without `node:crypto`. Exported for tests. */
export function javascriptSha256(): Sha256 {
  const { rounds, initial } = constants();
  const state = Int32Array.from(initial);
  const words = new Int32Array(64);
  const block = new Uint8Array(blockBytes);
  let filled = 0;
  let total = 0;
  const compress = (bytes: Uint8Array, at: number): void => {
    for (let i = 0; i < 16; i++) {
      const p = at + 4 * i;
      words[i] =
        ((bytes[p] as number) << 24) |
        ((bytes[p + 1] as number) << 16) |
        ((bytes[p + 2] as number) << 8) |
        (bytes[p + 3] as number);
    }
    for (let i = 16; i < 64; i++) {
      const x = words[i - 15] as number;
      const y = words[i - 2] as number;
      const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (words[i] as number)) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] as number) + word) | 0;
  };
  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      if (filled === 0 && bytes.length - at >= blockBytes) {
        compress(bytes, at);
        at += blockBytes;
        continue;
      }
      const taken = Math.min(blockBytes - filled, bytes.length - at);
      block.set(bytes.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < blockBytes) continue;
      compress(block, 0);
      filled = 0;
    }
  };
  return {
    update,
    hex: () => {
      const length = new DataView(new ArrayBuffer(8));
      length.setBigUint64(0, BigInt(total) * 8n);
      const padding = (2 * blockBytes - 9 - filled) % blockBytes;
      update(Uint8Array.of(0x80, ...new Uint8Array(padding), ...new Uint8Array(length.buffer)));
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/**
 * Computes the constants of SHA-256: the first 32 bits of the fractional parts of the cube roots and square roots of the first primes
 * (FIPS 180-4, sections 4.2.2 and 5.3.3).
 */
function constants(): { readonly rounds: Int32Array; readonly initial: readonly number[] } {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  const fraction = (root: bigint): number => Number(root & 0xffffffffn) | 0;
  return {
    rounds: Int32Array.from(primes, (prime) => fraction(rootOf(prime << 96n, 3n))),
    initial: primes.slice(0, 8).map((prime) => fraction(rootOf(prime << 64n, 2n))),
  };
}

/** Returns the root of `value`, rounded down: a `degree` of 2 means the square root, 3 the cube root. */
function rootOf(value: bigint, degree: bigint): bigint {
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** degree <= value) low = middle;
    else high = middle;
  }
  return low;
}
