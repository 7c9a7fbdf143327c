/**
 * Starts the WebAssembly module. Its bytes are part of the source code, so that no bundler, worker or edge runtime has
 * to fetch or load a file.
 */
import { moduleText } from './generated/module.js';

/** The functions of the WebAssembly module. Addresses and counts are in bytes or values, as documented in assembly/. */
export interface SimdModule {
  unpack(source: number, width: number, target: number, count: number): void;
  runs(
    source: number,
    end: number,
    width: number,
    target: number,
    count: number,
    largest: number,
    isLevels: boolean,
  ): number;
  blocks(
    source: number,
    end: number,
    miniblocks: number,
    size: number,
    target: number,
    count: number,
    scratch: number,
  ): number;
  packBlocks(
    source: number,
    end: number,
    is64: boolean,
    miniblocks: number,
    size: number,
    target: number,
    scratch: number,
  ): number;
  spread(source: number, bits: number, target: number, count: number, size: number, keep: number): void;
  lists(
    definition: number,
    repetition: number,
    count: number,
    entryLevel: number,
    repetitionLevel: number,
    target: number,
  ): number;
  keep(
    definition: number,
    repetition: number,
    count: number,
    level: number,
    keptDefinition: number,
    keptRepetition: number,
  ): number;
  nulls(
    definition: number,
    repetition: number,
    count: number,
    level: number,
    repetitionLevel: number,
    target: number,
  ): number;
  copyApart(source: number, apart: number, target: number, width: number, count: number): void;
  join4(source: number, stride: number, target: number, count: number): void;
  join4Apart(source: number, stride: number, target: number, width: number, count: number): void;
  join8(source: number, stride: number, target: number, count: number): void;
  split4(source: number, width: number, target: number, stride: number, count: number): void;
  gather32(source: number, entries: number, indices: number, target: number, count: number): void;
  gather64(source: number, entries: number, indices: number, target: number, count: number): void;
  largest(indices: number, count: number): number;
  gatherBytes(
    offsets: number,
    entries: number,
    data: number,
    first: number,
    size: number,
    indices: number,
    count: number,
    ends: number,
    base: number,
    target: number,
    room: number,
  ): number;
  copyBytes(source: number, end: number, count: number, target: number, room: number): number;
  fronts(
    source: number,
    end: number,
    prefixes: number,
    ends: number,
    count: number,
    previous: number,
    target: number,
    room: number,
  ): number;
  alpDoubles(
    source: number,
    width: number,
    scratch: number,
    target: number,
    count: number,
    reference: number,
    power: number,
    fraction: number,
  ): void;
  alpFloats(
    source: number,
    width: number,
    scratch: number,
    target: number,
    count: number,
    reference: number,
    power: number,
    fraction: number,
  ): void;
  compare(
    source: number,
    kind: number,
    limit: bigint,
    flip: bigint,
    target: number,
    count: number,
    kept: number,
  ): number;
  crc32(source: number, length: number, crc: number): number;
  snappy(source: number, end: number, target: number, limit: number, base: number): void;
  pack(
    source: number,
    end: number,
    target: number,
    table: number,
    literal: number,
    origin: number,
    isLz4: boolean,
    isLast: boolean,
  ): number;
  lz4(source: number, end: number, target: number, limit: number, base: number): void;
}

/**
 * Decodes the module from text with 91 digits: the characters from `c` to `~`, then those from `#` to `b` without the
 * backslash. In this order, frequent digits are characters that are also frequent in code. A digit below 89 is a value;
 * 89 and 90 are the upper part of a value whose lower part is the next digit. A byte is the value minus 5, modulo 256,
 * so that frequent bytes take one digit.
 */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const values: number[] = [];
  let upper = 0;
  for (let i = 0; i < moduleText.length; i++) {
    const code = moduleText.charCodeAt(i);
    const digit = (code - (code > 92 ? 8 : 7)) % 91;
    if (digit > 88 && upper === 0) upper = 91 * digit - 8010;
    else {
      values.push(upper + digit - 5);
      upper = 0;
    }
  }
  return Uint8Array.from(values);
}

/** Names of the functions, in the order in which assembly/index.ts exports them. */
type Names = [
  'alpDoubles',
  'alpFloats',
  'compare',
  'crc32',
  'blocks',
  'packBlocks',
  'fronts',
  'copyBytes',
  'gather32',
  'gather64',
  'gatherBytes',
  'largest',
  'keep',
  'lists',
  'nulls',
  'lz4',
  'snappy',
  'pack',
  'runs',
  'spread',
  'copyApart',
  'join4',
  'join4Apart',
  'join8',
  'split4',
  'unpack',
];

type FunctionsOf<N extends readonly (keyof SimdModule)[]> = { readonly [K in keyof N]: SimdModule[N[K]] };

/**
 * The functions of the module, in the order of its exports. They are in an array, because bundlers shorten the names of
 * variables, but not those of object members.
 */
export type SimdFunctions = FunctionsOf<Names>;

/** Returns the functions of a module instance. */
export function functionsOf(instance: WebAssembly.Instance): SimdFunctions {
  return Object.values(instance.exports) as unknown as SimdFunctions;
}
