/**
 * What every codec must do, as named cases for any test runner.
 */
import type { Codec } from '@marquetry/core';
import { checkIdentity } from '../cases/shape.js';
import { bytesMoved } from '../sample-values.js';
import type { CodecCase } from './codec-case.js';
import { damageCases } from './damage.js';
import { sameBytes, tryDecompress } from './decompress.js';
import { type PackedPage, sampleBytes } from './sample-bytes.js';

/** A {@link CodecCase} that starts the codec first. `run` rejects with an Error where the property does not hold. */
export interface CodecConformanceCase {
  readonly name: string;
  run(): Promise<void>;
}

/** Options of the conformance suite of codecs. */
export interface CodecConformanceOptions {
  /** Packed pages of the author's making, tried besides those that the codec packs. A read-only codec needs some. */
  readonly pages?: readonly PackedPage[];
  /** The same seed makes the same bytes. Default: 1. */
  readonly seed?: number;
}

/**
 * The cases of a codec: `for (const { name, run } of codecConformance(codec)) test(name, run)`. Each awaits `prepare`.
 *
 * What was compressed comes back, from any memory and into any; nothing beside it is read or written; another size, every
 * truncation and every bit flip give a ParquetError or bytes of the right number; `maxExpansion` holds.
 * @throws ParquetError INVALID_ARGUMENT from a codec that compresses only once it is prepared: await `prepare` before.
 */
export function codecConformance(codec: Codec, options: CodecConformanceOptions = {}): CodecConformanceCase[] {
  const { seed = 1 } = options;
  const own = sampleBytes(seed).flatMap(([label, raw]) => {
    const packed = codec.compress?.(raw);
    return packed === undefined ? [] : [{ label, raw, packed }];
  });
  const pages: readonly PackedPage[] = [...own, ...(options.pages ?? [])];
  if (pages.length === 0) throw new Error(`there is no page to try ${codec.name} on`);
  const named = (label: string, cases: readonly CodecCase[]): CodecConformanceCase[] =>
    cases.map(({ name, run }) => ({
      name: `${label}: ${name}`,
      run: async () => {
        await codec.prepare?.();
        run();
      },
    }));
  return [
    ...named(codec.name, [
      { name: 'contract, id and name are what registries expect', run: () => checkIdentity(codec) },
    ]),
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
    { name: 'packed bytes give the raw ones', run: () => sameBytes(tryDecompress(codec, packed, raw.length), raw) },
    {
      name: 'packed bytes may start at any address, and those around them are not read',
      run: () => {
        for (let shift = 1; shift <= 8; shift++) {
          sameBytes(tryDecompress(codec, bytesMoved(packed, shift, shift & 1 ? 0xff : 0), raw.length), raw);
        }
      },
    },
    {
      name: 'decompressing leaves the packed bytes as they were, and twice gives the same',
      run: () => {
        const before = packed.slice();
        const first = tryDecompress(codec, packed, raw.length);
        sameBytes(tryDecompress(codec, packed, raw.length), raw);
        sameBytes(first, raw);
        sameBytes(packed, before);
      },
    },
    {
      name: 'maxExpansion holds',
      run: () => {
        const { maxExpansion = Number.POSITIVE_INFINITY } = codec;
        if (raw.length <= packed.length * maxExpansion) return;
        throw new Error(`${packed.length} bytes unpack to ${raw.length}, more than ${maxExpansion} times as many`);
      },
    },
  ];
}

function compressCases(codec: Codec, { raw }: PackedPage): CodecCase[] {
  if (codec.compress === undefined) return [];
  const compress = codec.compress.bind(codec);
  return [
    {
      name: 'raw bytes may start at any address, and stay as they were',
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
      name: 'what compress gives aliases neither the raw bytes nor what it gave before',
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
