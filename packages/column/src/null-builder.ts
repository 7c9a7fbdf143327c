/** Joins the nulls of consecutive pages. Allocates no memory until a page has a null. */
import { copyBits, fillBits } from '@marquetry/bit-io';
import {
  allocateBytes,
  type ColumnKernels,
  type Limits,
  limitError,
  type NullLevels,
  type Nulls,
  noNulls,
  ParquetError,
  type Steps,
} from '@marquetry/core';
import { countValid } from './count-valid.js';
import { type SlotRanges, slotsIn } from './slot-ranges.js';

/** Collects the nulls of a column as a bitmap or as levels, one range of slots after another. */
export interface NullBuilder {
  readonly slotCount: number;
  /** Number of bytes that the collected bitmap or levels take so far. */
  readonly byteLength: number;
  /**
   * Appends the slots `[from, to)` of `nulls`. Returns how many of them have a value.
   * @throws ParquetError LIMIT, before anything is appended, if the bitmap or levels would exceed
   * `limits.decodedBytes`.
   */
  append(nulls: Nulls, from: number, to: number): number;
  /** Appends several ranges of slots, like {@link append}. */
  appendRanges(nulls: Nulls, ranges: SlotRanges): number;
  /**
   * True if the allocated memory has room for the levels of `count` more slots. Bitmaps are not considered, because
   * they are small.
   */
  hasRoom(count: number): boolean;
  /**
   * Makes room for the levels of `count` more slots, copying a few MiB per step.
   * @throws ParquetError LIMIT if the levels would exceed `limits.decodedBytes`.
   */
  reserveInSteps(count: number): Steps<void>;
  finish(): Nulls;
}

/** Number of bytes to copy in one step of about a millisecond. */
const movedBytes = 2 ** 22;

/**
 * Functions that allocate memory for bitmaps and levels, and release it once its content has been moved to larger
 * memory.
 */
type NullMemory = Pick<ColumnKernels, 'allocate' | 'release'>;

/**
 * Creates a builder for the nulls of pages: bitmaps for flat columns, levels for others. The first allocation has room
 * for `capacity` slots. `expectedSlots` is the likely total number of slots: memory grows by doubling, but does not
 * grow beyond `expectedSlots` unless it must hold more.
 */
export function createNullBuilder(
  maxDefinitionLevel: number,
  capacity: number,
  limits: Limits,
  memory: NullMemory = { allocate: allocateBytes },
  expectedSlots: number = Number.POSITIVE_INFINITY,
): NullBuilder {
  return new JoinedNulls(maxDefinitionLevel, capacity, limits, memory, expectedSlots);
}

/**
 * The builder is a class because there is one object per chunk and request, and creating an object literal with
 * accessors is slow.
 */
class JoinedNulls implements NullBuilder {
  slotCount = 0;
  private nullCount = 0;
  private bits: Uint8Array | undefined = undefined;
  private definition: Uint8Array | undefined = undefined;
  private repetition: Uint8Array | undefined = undefined;
  declare private readonly maxDefinitionLevel: number;
  declare private readonly capacity: number;
  declare private readonly limits: Limits;
  declare private readonly memory: NullMemory;
  declare private readonly expectedSlots: number;

  constructor(maxDefinitionLevel: number, capacity: number, limits: Limits, memory: NullMemory, expectedSlots: number) {
    this.maxDefinitionLevel = maxDefinitionLevel;
    this.capacity = capacity;
    this.limits = limits;
    this.memory = memory;
    this.expectedSlots = expectedSlots;
  }

  get byteLength(): number {
    if (this.definition !== undefined) return this.repetition === undefined ? this.slotCount : 2 * this.slotCount;
    return this.bits === undefined ? 0 : Math.ceil(this.slotCount / 8);
  }

  append(nulls: Nulls, from: number, to: number): number {
    if (nulls.kind === 'levels') {
      if (this.bits !== undefined)
        throw new ParquetError(
          'INVALID_ARGUMENT',
          'the pages of a column must all have null bitmaps, or all have levels',
        );
      this.appendLevels(nulls, from, to);
    } else if (this.definition !== undefined) {
      this.appendLevels(undefined, from, to);
    } else if (nulls.kind === 'bitmap' || this.bits !== undefined) {
      this.appendBits(nulls.kind === 'bitmap' ? nulls.bits : undefined, from, to - from);
    }
    const valid = countValid(nulls, from, to, this.maxDefinitionLevel);
    this.slotCount += to - from;
    this.nullCount += to - from - valid;
    return valid;
  }

  appendRanges(nulls: Nulls, ranges: SlotRanges): number {
    const { bounds, count } = ranges;
    const slotCount = slotsIn(ranges);
    // Room for all ranges is reserved first, so that nothing has been appended if LIMIT is thrown.
    if (nulls.kind === 'levels') this.roomForLevels(slotCount, nulls.repetition !== undefined);
    else if (this.definition !== undefined) this.roomForLevels(slotCount, false);
    else if (nulls.kind === 'none' && this.bits === undefined) {
      this.slotCount += slotCount;
      return slotCount;
    } else this.roomForBits(slotCount);
    let valid = 0;
    for (let i = 0; i < 2 * count; i += 2) valid += this.append(nulls, bounds[i] as number, bounds[i + 1] as number);
    return valid;
  }

  hasRoom(count: number): boolean {
    const needed = this.slotCount + count;
    const { definition, repetition } = this;
    return needed <= (definition?.length ?? needed) && needed <= (repetition?.length ?? needed);
  }

  *reserveInSteps(count: number): Steps<void> {
    this.definition = yield* this.grownInSteps(this.definition, this.slotCount + count);
    this.repetition = yield* this.grownInSteps(this.repetition, this.slotCount + count);
  }

  finish(): Nulls {
    const { slotCount, nullCount, bits, definition, repetition } = this;
    if (definition !== undefined) {
      // If no slot is null, only repeated columns need levels. `openPage` drops the levels of other columns, too.
      if (repetition === undefined && nullCount === 0) return noNulls;
      const levels: NullLevels = { kind: 'levels', definition: definition.subarray(0, slotCount), nullCount };
      return repetition === undefined ? levels : { ...levels, repetition: repetition.subarray(0, slotCount) };
    }
    if (bits === undefined || nullCount === 0) return noNulls;
    return { kind: 'bitmap', bits: bits.subarray(0, Math.ceil(slotCount / 8)), nullCount };
  }

  private grown(old: Uint8Array | undefined, needed: number, slotsPerByte = 1): Uint8Array {
    const larger = this.enlarged(old, needed, slotsPerByte);
    if (old !== undefined) {
      larger.set(old);
      this.memory.release?.(old);
    }
    return larger;
  }

  private *grownInSteps(old: Uint8Array | undefined, needed: number): Steps<Uint8Array | undefined> {
    if (old === undefined || old.length >= needed) return old;
    const { slotCount } = this;
    const larger = this.enlarged(old, needed, 1);
    for (let from = 0; from < slotCount; from += movedBytes) {
      larger.set(old.subarray(from, Math.min(slotCount, from + movedBytes)), from);
      yield;
    }
    this.memory.release?.(old);
    return larger;
  }

  private enlarged(old: Uint8Array | undefined, needed: number, slotsPerByte: number): Uint8Array {
    const { capacity, expectedSlots, limits } = this;
    // A few bytes in a file can encode the levels of any number of slots, so the size of the file does not limit this
    // memory.
    if (needed > limits.decodedBytes) {
      throw limitError('decodedBytes', limits, `a ${needed}-byte array of levels`);
    }
    const expected = expectedSlots / slotsPerByte;
    const most = needed > expected ? Number.POSITIVE_INFINITY : expected;
    const doubled = old === undefined ? capacity / slotsPerByte : 2 * old.length;
    const wanted = Math.ceil(Math.max(needed, Math.min(doubled, most)));
    return this.memory.allocate(Math.min(wanted, limits.decodedBytes));
  }

  private roomForBits(count: number): Uint8Array {
    const { slotCount } = this;
    const needed = Math.ceil((slotCount + count) / 8);
    let { bits } = this;
    if (bits === undefined) {
      bits = this.grown(undefined, needed, 8);
      fillBits(bits, 0, slotCount);
    } else if (needed > bits.length) {
      bits = this.grown(bits, needed, 8);
    }
    this.bits = bits;
    return bits;
  }

  private appendBits(source: Uint8Array | undefined, from: number, count: number): void {
    const bits = this.roomForBits(count);
    if (source === undefined) fillBits(bits, this.slotCount, count);
    else copyBits(source, from, bits, this.slotCount, count);
  }

  private roomForLevels(count: number, isRepeated: boolean): Uint8Array {
    const { slotCount, maxDefinitionLevel } = this;
    const needed = slotCount + count;
    let { definition, repetition } = this;
    if (definition === undefined) {
      definition = this.grown(undefined, needed);
      definition.fill(maxDefinitionLevel, 0, slotCount);
    } else if (needed > definition.length) {
      definition = this.grown(definition, needed);
    }
    this.definition = definition;
    if (!isRepeated) return definition;
    if (repetition === undefined) repetition = this.grown(undefined, needed);
    else if (needed > repetition.length) repetition = this.grown(repetition, needed);
    this.repetition = repetition;
    return definition;
  }

  private appendLevels(source: NullLevels | undefined, from: number, to: number): void {
    const { slotCount, maxDefinitionLevel } = this;
    const definition = this.roomForLevels(to - from, source?.repetition !== undefined);
    if (source === undefined) definition.fill(maxDefinitionLevel, slotCount, slotCount + to - from);
    else copyLevels(source.definition, from, to, definition, slotCount);
    const { repetition } = this;
    if (source?.repetition !== undefined && repetition !== undefined) {
      copyLevels(source.repetition, from, to, repetition, slotCount);
    }
  }
}

/** Up to this many levels are copied one by one, which is faster than creating a view and calling `set`. */
const fewLevels = 16;

function copyLevels(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from > fewLevels) target.set(source.subarray(from, to), at);
  else for (let i = from; i < to; i++) target[at + i - from] = source[i] as number;
}
