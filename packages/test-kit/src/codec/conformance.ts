/** The requirements for every codec, as named cases for any test runner. */
import type { Codec } from '@marquetry/core';
import { checkIdentity } from '../cases/shape.js';
import { bytesMoved } from '../sample-values.js';
import type { CodecCase } from './codec-case.js';
import { damageCases } from './damage.js';
import { sameBytes, tryDecompress } from './decompress.js';
import { type PackedPage, sampleBytes } from './sample-bytes.js';

/**
 * A case that tests one property of a codec with one page. `run` first prepares the codec, and rejects with an Error if
 * the property does not hold.
 */
export interface CodecConformanceCase {
  readonly name: string;
  run(): Promise<void>;
}

/** Options of the conformance suite for codecs. */
export interface CodecConformanceOptions {
  /**
   * Compressed pages from other sources, which are tested in addition to those that the codec compresses. Required for
   * a codec without `compress`.
   */
  readonly pages?: readonly PackedPage[];
  /** The seed of the random bytes. The same seed creates the same pages. Default: 1. */
  readonly seed?: number;
}

/**
 * Returns the cases for a codec: `for (const { name, run } of codecConformance(codec)) test(name, run)`. Each case
 * awaits `prepare`.
 *
 * The codec must decompress compressed bytes at any address to the original bytes, without reading or writing other
 * bytes. For a wrong size, it must throw a ParquetError. For every truncation and every bit flip, it must throw a
 * ParquetError or return the right number of bytes. The result must not exceed `maxExpansion`.
 * @throws ParquetError INVALID_ARGUMENT if the codec cannot compress before it is prepared: await `prepare` first.
 */
export function codecConformance(codec: Codec, options: CodecConformanceOptions = {}): CodecConformanceCase[] {
  const { seed = 1 } = options;
  const own = sampleBytes(seed).flatMap(([label, raw]) => {
    const packed = codec.compress?.(raw);
    return packed === undefined ? [] : [{ label, raw, packed }];
  });
  const pages: readonly PackedPage[] = [...own, ...(options.pages ?? [])];
  if (pages.length === 0) throw new Error(`there is no page to test ${codec.name} with: pass \`pages\``);
  const named = (label: string, cases: readonly CodecCase[]): CodecConformanceCase[] =>
    cases.map(({ name, run }) => ({
      name: `${label}: ${name}`,
      run: async () => {
        await codec.prepare?.();
        run();
      },
    }));
  return [
    ...named(codec.name, [{ name: 'contract, id and name are valid', run: () => checkIdentity(codec) }]),
    ...pages.flatMap((page) =>
      named(`${codec.name}, ${page.label}`, [
        ...decompressCases(codec, page),
        ...damageCases(codec, page, seed),
        ...compressCases(codec, page),
      ]),
    ),
  ];
}

function decompressCases(codec: Codec, { packed, raw }: PackedPage): CodecCase[] {
  return [
    {
      name: 'compressed bytes decompress to the original bytes',
      run: () => sameBytes(tryDecompress(codec, packed, raw.length), raw),
    },
    {
      name: 'compressed bytes may start at any address, and surrounding bytes are not read',
      run: () => {
        for (let shift = 1; shift <= 8; shift++) {
          sameBytes(tryDecompress(codec, bytesMoved(packed, shift, shift & 1 ? 0xff : 0), raw.length), raw);
        }
      },
    },
    {
      name: 'decompressing does not change the compressed bytes, and can be repeated',
      run: () => {
        const before = packed.slice();
        const first = tryDecompress(codec, packed, raw.length);
        sameBytes(tryDecompress(codec, packed, raw.length), raw);
        sameBytes(first, raw);
        sameBytes(packed, before);
      },
    },
    {
      name: 'maxExpansion is not exceeded',
      run: () => {
        const { maxExpansion = Number.POSITIVE_INFINITY } = codec;
        if (raw.length <= packed.length * maxExpansion) return;
        throw new Error(
          `${packed.length} bytes decompress to ${raw.length}, which is more than maxExpansion (${maxExpansion}) times as many`,
        );
      },
    },
  ];
}

function compressCases(codec: Codec, { raw }: PackedPage): CodecCase[] {
  if (codec.compress === undefined) return [];
  const compress = codec.compress.bind(codec);
  return [
    {
      name: 'bytes to compress may start at any address, and are not changed',
      run: () => {
        for (const shift of [1, 4, 7]) {
          const moved = bytesMoved(raw, shift, 0xff);
          const packed = compress(moved);
          sameBytes(moved, raw);
          sameBytes(tryDecompress(codec, packed, raw.length), raw);
        }
      },
    },
    {
      name: 'compressed bytes alias neither the original bytes nor earlier results',
      run: () => {
        const given = raw.slice();
        const packed = compress(given);
        given.fill(0x33);
        compress(given);
        sameBytes(tryDecompress(codec, packed, raw.length), raw);
      },
    },
  ];
}
