/**
 * Creates mutants, which are Parquet files with a fault: every truncation and every bit flip of tiny files, then random mutants of all
 * kinds. The seed and the mutant's number identify a mutant.
 */
import { createRandom, type Random } from './random.js';
import type { SeedFile } from './seed-files.js';
import { encodeNumber, encodeVarint, type NumberField } from './thrift-fields.js';

export interface Mutant {
  readonly seedFile: SeedFile;
  /** A description of how the file was changed. */
  readonly recipe: string;
  readonly bytes: Uint8Array;
  /** True if the mutant is certainly invalid: it is truncated, or does not match a checksum. */
  readonly mustFail?: boolean;
}

export interface MutantPlan {
  readonly count: number;
  /** Number of mutants that are truncations and bit flips of tiny files. */
  readonly exhaustive: number;
  at(ordinal: number): Mutant;
}

export interface PlanOptions {
  readonly count: number;
  readonly seed: number;
  /** For files of at most this many bytes, every truncation and bit flip is tested. */
  readonly tinyBytes: number;
}

/** The largest share of all mutants that may be truncations and bit flips of tiny files. */
const exhaustiveShare = 0.6;

export function planMutants(files: readonly SeedFile[], { count, seed, tinyBytes }: PlanOptions): MutantPlan {
  // The files are shuffled, so that other seeds test other files if the share is too small for all of them.
  const random = createRandom(seed, -2);
  const order = files
    .filter(({ bytes }) => bytes.length <= tinyBytes)
    .map((file) => ({ file, key: random.below(2 ** 30) }))
    .sort((a, b) => a.key - b.key);
  const chosen: { readonly file: SeedFile; readonly first: number }[] = [];
  let exhaustive = 0;
  for (const { file } of order) {
    const mutants = 9 * file.bytes.length;
    if (exhaustive + mutants > count * exhaustiveShare) continue;
    chosen.push({ file, first: exhaustive });
    exhaustive += mutants;
  }
  return {
    count,
    exhaustive,
    at: (ordinal) => {
      if (ordinal >= exhaustive) return randomMutant(files, createRandom(seed, ordinal));
      const { file, first } = chosen
        .filter((candidate) => candidate.first <= ordinal)
        .at(-1) as (typeof chosen)[number];
      const { length } = file.bytes;
      const step = ordinal - first;
      return step < length ? cut(file, step) : flip(file, step - length);
    },
  };
}

function cut(seedFile: SeedFile, length: number): Mutant {
  return { seedFile, recipe: `cut to ${length} bytes`, bytes: seedFile.bytes.slice(0, length), mustFail: true };
}

function flip(seedFile: SeedFile, bit: number): Mutant {
  const bytes = seedFile.bytes.slice();
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  const at = bit >> 3;
  const mustFail = seedFile.bodies.some(({ start, end, checked }) => checked && at >= start && at < end);
  return { seedFile, recipe: `bit ${bit & 7} of byte ${at} flipped`, bytes, mustFail };
}

type Mutation = (file: SeedFile, random: Random, files: readonly SeedFile[]) => Mutant;

const mutations: readonly Mutation[] = [
  (file, random) => cut(file, random.below(file.bytes.length)),
  (file, random) => flip(file, random.below(8 * file.bytes.length)),
  forgeOne,
  forgeOne,
  forgeOne,
  forgeEqual,
  forgeBody,
  forgeBody,
  setBytes,
  insertBytes,
  removeBytes,
  swapRegions,
  splice,
  forgeFooterLength,
];

function randomMutant(files: readonly SeedFile[], random: Random): Mutant {
  return random.pick(mutations)(random.pick(files), random, files);
}

const forged: readonly bigint[] = [
  ...[0, 1, 2, 3, 7, 8, 9, 16, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 1000].map(BigInt),
  ...[-1, -2, -8, -128, -1000].map(BigInt),
  ...[15n, 16n, 20n, 24n, 26n, 27n, 28n, 30n].flatMap((power) => [2n ** power - 1n, 2n ** power]),
  2n ** 31n - 1n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 62n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];

function forgedValue(random: Random, value: bigint): bigint {
  switch (random.below(8)) {
    case 0:
      return value + 1n;
    case 1:
      return value - 1n;
    case 2:
      return value * 2n;
    case 3:
      return value ^ (1n << BigInt(random.below(32)));
    default:
      return random.pick(forged);
  }
}

/** Replaces a number in a page header or in the footer. */
function forgeOne(file: SeedFile, random: Random): Mutant {
  const inHeader = file.headerFields.length > 0 && random.below(3) === 0;
  const field = random.pick(inHeader ? file.headerFields : file.footerFields);
  const value = forgedValue(random, field.value);
  const recipe = `${field.kind} ${field.value} at byte ${field.start} forged to ${value}`;
  return { seedFile: file, recipe, bytes: replaceFields(file, [field], value) };
}

/** Replaces all numbers that have the same value, so that counts which must agree still agree. */
function forgeEqual(file: SeedFile, random: Random): Mutant {
  const all = [...file.headerFields, ...file.footerFields].filter(({ kind }) => kind === 'integer');
  const { value } = random.pick(all);
  const fields = all.filter((field) => field.value === value);
  const changed = forgedValue(random, value);
  const recipe = `${fields.length} times ${value} forged to ${changed}`;
  return { seedFile: file, recipe, bytes: replaceFields(file, fields, changed) };
}

/** Replaces a varint, a 32-bit length or a byte in a page body. These may be runs, bit widths, delta headers or lengths of strings. */
function forgeBody(file: SeedFile, random: Random): Mutant {
  const filled = file.bodies.filter(({ start, end }) => end > start);
  if (filled.length === 0) return forgeOne(file, random);
  const { start, end } = random.pick(filled);
  // The first bytes of a body are often headers, so half of the changes are made to these bytes.
  const at = start + random.below(random.below(2) === 0 ? Math.min(12, end - start) : end - start);
  const bytes = file.bytes.slice();
  const value = random.pick(forged);
  const wide = random.below(3) === 0;
  const replacement = wide
    ? [0n, 8n, 16n, 24n].map((shift) => Number((value >> shift) & 255n))
    : encodeVarint(BigInt.asUintN(random.below(2) === 0 ? 32 : 64, value));
  for (const [i, byte] of replacement.entries()) if (at + i < end) bytes[at + i] = byte;
  return { seedFile: file, recipe: `${value} written ${wide ? 'as 32 bits' : 'as a varint'} over byte ${at}`, bytes };
}

function setBytes(file: SeedFile, random: Random): Mutant {
  const { at, length } = region(file, random);
  const bytes = file.bytes.slice();
  const value = random.pick([0, 0xff, 0x80, 0x7f, random.below(256)]);
  bytes.fill(value, at, at + length);
  return { seedFile: file, recipe: `${length} bytes at ${at} set to ${value}`, bytes };
}

function insertBytes(file: SeedFile, random: Random): Mutant {
  const { at } = region(file, random);
  const inserted = Array.from({ length: 1 + random.below(8) }, () => random.pick([0, 0xff, random.below(256)]));
  return { seedFile: file, recipe: `[${inserted}] inserted at ${at}`, bytes: join(file, at, at, inserted) };
}

function removeBytes(file: SeedFile, random: Random): Mutant {
  const { at, length } = region(file, random);
  return { seedFile: file, recipe: `${length} bytes at ${at} removed`, bytes: join(file, at, at + length, []) };
}

function swapRegions(file: SeedFile, random: Random): Mutant {
  const { at, length } = region(file, random);
  const other = random.below(file.bytes.length - length);
  const bytes = file.bytes.slice();
  bytes.set(file.bytes.subarray(at, at + length), other);
  bytes.set(file.bytes.subarray(other, other + length), at);
  return { seedFile: file, recipe: `${length} bytes at ${at} and ${other} swapped`, bytes };
}

/** Returns a mutant: a file with the pages of one file and the footer of another. */
function splice(file: SeedFile, random: Random, files: readonly SeedFile[]): Mutant {
  const other = random.pick(files);
  const bytes = new Uint8Array(file.footerStart + other.bytes.length - other.footerStart);
  bytes.set(file.bytes.subarray(0, file.footerStart));
  bytes.set(other.bytes.subarray(other.footerStart), file.footerStart);
  return { seedFile: file, recipe: `the footer of ${other.name}`, bytes };
}

function forgeFooterLength(file: SeedFile, random: Random): Mutant {
  const bytes = file.bytes.slice();
  const length = forgedValue(random, BigInt(file.footerEnd - file.footerStart));
  setFooterLength(bytes, Number(BigInt.asUintN(32, length)));
  return { seedFile: file, recipe: `footer length forged to ${length}`, bytes };
}

function region(file: SeedFile, random: Random): { readonly at: number; readonly length: number } {
  const length = Math.min(1 + random.below(random.pick([1, 4, 16, 64])), file.bytes.length - 1);
  return { at: random.below(file.bytes.length - length), length };
}

/** Replaces the bytes `[from, to)` of the file, and adjusts the stored footer length, so that readers still find the footer. */
function join(file: SeedFile, from: number, to: number, middle: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(file.bytes.length - (to - from) + middle.length);
  bytes.set(file.bytes.subarray(0, from));
  bytes.set(middle, from);
  bytes.set(file.bytes.subarray(to), from + middle.length);
  if (from >= file.footerStart && to <= file.footerEnd) {
    setFooterLength(bytes, file.footerEnd - file.footerStart + middle.length - (to - from));
  }
  return bytes;
}

/** Replaces the values of the given fields with `value`, and adjusts the stored footer length. */
function replaceFields(file: SeedFile, fields: readonly NumberField[], value: bigint): Uint8Array {
  const parts: Uint8Array[] = [];
  let done = 0;
  let footerGrowth = 0;
  for (const field of [...fields].sort((a, b) => a.start - b.start)) {
    const replacement = Uint8Array.from(encodeNumber(field, value));
    parts.push(file.bytes.subarray(done, field.start), replacement);
    if (field.start >= file.footerStart) footerGrowth += replacement.length - (field.end - field.start);
    done = field.end;
  }
  parts.push(file.bytes.subarray(done));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  setFooterLength(bytes, file.footerEnd - file.footerStart + footerGrowth);
  return bytes;
}

function setFooterLength(bytes: Uint8Array, length: number): void {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(bytes.length - 8, length, true);
}
