/**
 * Explains the levels of a data page.
 *
 *   v1, RLE         u32 LE byte length, then runs
 *   v2, RLE         runs; their length is in the page header
 *   v1, BIT_PACKED  levels, most significant bit first, without runs (deprecated)
 */
import { EncodingId, nameOf, ParquetError } from '@marquetry/core';
import { readBits, readHighBits } from './bits.js';
import type { LevelRun, LevelRuns } from './explained-page.js';
import type { FieldList, Words } from './field-list.js';
import { explainRuns, type Run } from './runs.js';
import { counted } from './texts.js';

/** The repetition levels or the definition levels of a page. */
export interface LevelSection {
  readonly kind: 'repetition' | 'definition';
  readonly encoding: number;
  readonly maxLevel: number;
  readonly slotCount: number;
  /** Size of the levels in bytes, from the page header (v2); undefined if the levels start with their own length (v1). */
  readonly byteLength: number | undefined;
}

/** The runs in which levels are stored, and a count of the levels. */
export interface ExplainedLevels {
  readonly runs: LevelRuns;
  /** For definition levels, the number of values that are not null (levels equal to the maximum); for repetition levels, the number of rows (levels of 0). */
  readonly counted: number;
}

/** Maximum number of RLE / bit-packing runs that {@link explainLevels} returns. */
const mostRuns = 1000;
/** Maximum number of levels that {@link explainLevels} returns for each bit-packed run. */
const mostLevels = 16;

/** Returns the result for levels of a kind that the column does not have. */
export function noLevels(slotCount: number): ExplainedLevels {
  return { runs: { runs: [], omitted: 0 }, counted: slotCount };
}

/** Adds fields for the levels that start at `list.position`. */
export function explainLevels(list: FieldList, section: LevelSection): ExplainedLevels {
  const { kind, encoding, maxLevel, slotCount, byteLength } = section;
  const { bytes } = list.to;
  const name = `${kind} levels`;
  const words =
    kind === 'repetition'
      ? 'One level per value or null: levels show where rows and lists begin.'
      : definitionWords(maxLevel);
  if (maxLevel === 0) {
    if (byteLength === undefined || byteLength === 0) return noLevels(slotCount);
    const meaning = 'The column needs no levels of this kind: readers ignore these bytes.';
    list.leaf(list.position + byteLength, 'levels', name, undefined, meaning);
    return noLevels(slotCount);
  }
  if (maxLevel > 255) throw new ParquetError('LIMIT', `the maximum level must not exceed 255, got ${maxLevel}`);
  if (slotCount === 0 && list.position === list.end) return noLevels(0);
  const width = 32 - Math.clz32(maxLevel);
  const counter = new LevelCounter(maxLevel, kind === 'repetition' ? 0 : maxLevel);
  if (byteLength === undefined && encoding === EncodingId.BIT_PACKED) {
    const end = list.position + Math.ceil((slotCount * width) / 8);
    list.group(
      'levels',
      name,
      (inner) => {
        inner.meaning = `${words} Encoded as BIT_PACKED: ${counted(width, 'bit')} per level, the most significant bit first.`;
        explainBitPacked(inner, section, width, counter, end);
      },
      Math.min(end, list.end),
    );
    return { runs: { runs: [], omitted: 0 }, counted: counter.found };
  }
  const { position } = list;
  const room = list.end - position;
  const length = byteLength ?? (room < 4 ? room : readBits(bytes, 8 * position, 32) + 4);
  const build = (inner: FieldList): void => {
    inner.meaning = `${words} Encoded as RLE runs, with ${counted(width, 'bit')} per level.`;
    if (encoding !== EncodingId.RLE) {
      const what = `${nameOf(EncodingId, encoding)} (${encoding})`;
      throw new ParquetError('UNSUPPORTED', `levels cannot be encoded as ${what}`, { offset: position });
    }
    if (byteLength === undefined) {
      if (room < 4)
        throw new ParquetError('TRUNCATED', 'the 4-byte length of the levels is cut short', { offset: position });
      if (length > room) {
        const reason = `expected ${length - 4} bytes of levels, found ${room - 4}`;
        throw new ParquetError('TRUNCATED', reason, { offset: position });
      }
      inner.leaf(
        position + 4,
        'length',
        'length',
        String(length - 4),
        'The size of the runs in bytes, as a 4-byte integer, least significant byte first.',
      );
    }
    const describe = (level: number): Words => describeLevel(level, section);
    const seen = (run: Run): void => counter.add(bytes, run);
    const values = { width, count: slotCount, kind: 'levels', one: 'level', many: 'levels', describe, seen } as const;
    explainRuns(inner, values);
  };
  list.group('levels', name, build, Math.min(position + length, list.end));
  return { runs: { runs: counter.runs, omitted: counter.omitted }, counted: counter.found };
}

function definitionWords(maxLevel: number): string {
  const what = 'One level per value or null: the maximum';
  return maxLevel === 1
    ? `${what}, 1, means a value, and 0 means a null.`
    : `${what}, ${maxLevel}, means a value; a lower level means a null or an empty list.`;
}

function describeLevel(level: number, { kind, maxLevel }: LevelSection): Words {
  if (level > maxLevel) throw aboveMaximum(level, maxLevel);
  if (kind === 'definition') {
    const nulls = maxLevel === 1 ? 'A null.' : 'No value: a null or an empty list at this depth.';
    return { value: String(level), meaning: level === maxLevel ? 'A value.' : nulls };
  }
  return { value: String(level), meaning: level === 0 ? 'A row starts.' : `A list at depth ${level} continues.` };
}

function explainBitPacked(
  list: FieldList,
  section: LevelSection,
  width: number,
  counter: LevelCounter,
  end: number,
): void {
  const { slotCount } = section;
  const { bytes } = list.to;
  const { position } = list;
  if (end > list.end) {
    const reason = `${slotCount} levels need ${end - position} bytes, but ${list.end - position} are left`;
    throw new ParquetError('TRUNCATED', reason, { offset: position });
  }
  const describe = (index: number, bit: number) => ({
    name: `level ${index}`,
    ...describeLevel(readHighBits(bytes, bit, width), section),
  });
  list.row(slotCount, width, 'levels', describe, true);
  for (let slot = 0; slot < slotCount; slot++) counter.level(readHighBits(bytes, 8 * position + slot * width, width));
  const bit = 8 * position + slotCount * width;
  const rest = 8 * end - bit;
  if (rest > 0) list.bits(bit, rest, 'levels', 'padding', { meaning: 'Unused bits after the last level.' }, true);
}

/** Counts levels, and lists their runs. */
class LevelCounter {
  readonly runs: LevelRun[] = [];
  omitted = 0;
  /** Number of levels that equal `wanted`. */
  found = 0;
  private readonly maxLevel: number;
  private readonly wanted: number;

  constructor(maxLevel: number, wanted: number) {
    this.maxLevel = maxLevel;
    this.wanted = wanted;
  }

  level(level: number): void {
    if (level > this.maxLevel) throw aboveMaximum(level, this.maxLevel);
    if (level === this.wanted) this.found++;
  }

  add(bytes: Uint8Array, { isPacked, value, count, body, width }: Run): void {
    if (count === 0) return;
    if (isPacked) this.addPacked(bytes, body, width, count);
    else if (value > this.maxLevel) throw aboveMaximum(value, this.maxLevel);
    else if (value === this.wanted) this.found += count;
    if (this.runs.length === mostRuns) this.omitted++;
    else if (!isPacked) this.runs.push({ kind: 'rle', count, level: value });
    else {
      const levels = Array.from({ length: Math.min(count, mostLevels) }, (_, i) =>
        readBits(bytes, 8 * body + i * width, width),
      );
      this.runs.push({ kind: 'bit-packed', count, levels });
    }
  }

  private addPacked(bytes: Uint8Array, body: number, width: number, count: number): void {
    const mask = (1 << width) - 1;
    const end = count * width;
    for (let bit = 0; bit < end; bit += width) {
      // A level has at most 8 bits, so it spans at most two bytes.
      const at = body + (bit >>> 3);
      const word = (bytes[at] as number) | ((bytes[at + 1] ?? 0) << 8);
      this.level((word >>> (bit & 7)) & mask);
    }
  }
}

function aboveMaximum(level: number, maxLevel: number): ParquetError {
  return new ParquetError('CORRUPT', `level ${level} is above the maximum ${maxLevel}`);
}
