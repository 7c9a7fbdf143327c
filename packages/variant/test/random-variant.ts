/** Generates random variants of every kind from a seed. */
import { toVariant, typedVariant, type Variant } from '@marquetry/variant';

/** Returns a generator of numbers in [0, 1), which the seed determines (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Random = () => number;

export const below = (random: Random, count: number): number => Math.floor(random() * count);

function bits(random: Random, count: number): bigint {
  let value = 0n;
  for (let i = 0; i < count; i += 16) value = (value << 16n) | BigInt(below(random, 2 ** 16));
  // Small and large integers are equally frequent.
  return BigInt.asIntN(count, value >> BigInt(below(random, count)));
}

export const names: readonly string[] = [
  'a',
  'b',
  'user',
  'id',
  'ä',
  '\u{1f600}',
  '\uffee',
  '__proto__',
  '0',
  'n'.repeat(70),
];

const texts = ['', 'x', 'comedy', 'Straße', '\u{1f600}\u0000', 't'.repeat(63), 't'.repeat(64), 'é'.repeat(150)];
const doubles = [0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, 1e300, 2 ** 53];

const primitives: readonly ((random: Random) => unknown)[] = [
  () => null,
  (random) => random() < 0.5,
  (random) => typedVariant('int8', bits(random, 8)),
  (random) => typedVariant('int16', bits(random, 16)),
  (random) => typedVariant('int32', bits(random, 32)),
  (random) => Number(bits(random, 32)),
  (random) => bits(random, 64),
  (random) => typedVariant('float', Math.fround(random() * 1000)),
  (random) => typedVariant('double', doubles[below(random, doubles.length)]),
  (random) => random() - 0.5,
  (random) => typedVariant('decimal4', { unscaled: bits(random, 29), scale: below(random, 10) }),
  (random) => typedVariant('decimal8', { unscaled: bits(random, 59), scale: below(random, 19) }),
  (random) => typedVariant('decimal16', { unscaled: bits(random, 126), scale: below(random, 39) }),
  (random) => typedVariant('date', bits(random, 24)),
  (random) => typedVariant('time', BigInt(below(random, 86_400_000)) * 1000n),
  (random) => typedVariant('timestamp', bits(random, 50)),
  (random) => typedVariant('timestampNtz', bits(random, 50)),
  (random) => typedVariant('timestampNanos', bits(random, 60)),
  (random) => typedVariant('timestampNtzNanos', bits(random, 60)),
  (random) => Uint8Array.from({ length: below(random, 5) }, () => below(random, 256)),
  (random) => texts[below(random, texts.length)],
  (random) =>
    typedVariant(
      'uuid',
      Uint8Array.from({ length: 16 }, () => below(random, 256)),
    ),
];

/** Returns a random value of any kind and depth. */
function randomValue(random: Random, depth = 4): unknown {
  const choice = random();
  if (depth > 0 && choice < 0.3) {
    const object = new Map<string, unknown>();
    const count = random() < 0.02 ? 300 : below(random, 6);
    for (let i = 0; i < count; i++) {
      const name = count > 100 ? `field ${i}` : (names[below(random, names.length)] as string);
      object.set(name, randomValue(random, count > 100 ? 0 : depth - 1));
    }
    return object;
  }
  if (depth > 0 && choice < 0.45) {
    const count = random() < 0.03 ? 300 : below(random, 5);
    return Array.from({ length: count }, () => randomValue(random, count > 100 ? 0 : depth - 1));
  }
  return (primitives[below(random, primitives.length)] as (random: Random) => unknown)(random);
}

/**
 * Returns the kind and bytes of each value in a variant, with its names. The result is equal for equal variants,
 * whatever their dictionaries.
 */
export function shapeOf(variant: Variant): unknown {
  if (variant.kind === 'object') return new Map([...variant.entries()].map(([name, value]) => [name, shapeOf(value)]));
  if (variant.kind === 'array') return [...variant].map(shapeOf);
  return `${variant.kind} ${Array.from(variant.value).join(' ')}`;
}

export function randomVariant(random: Random, depth?: number): Variant {
  return toVariant(randomValue(random, depth));
}
