/** Checks the nulls, slots and rows that a caller passes for a column, before anything is written. */
import { countBits } from '@marquetry/bit-io';
import { type LeafColumn, type Nulls, ParquetError } from '@marquetry/core';
import { areAtMost } from './at-most.js';
import { countEqual } from './count-equal.js';

/** The slots of a column, and the numbers of rows and nulls that the caller claims. */
export interface CountedSlots {
  readonly nulls: Nulls;
  readonly slotCount: number;
  readonly rowCount: number;
}

/**
 * Checks the levels and the numbers of slots, rows and nulls against the column. Returns how many slots have a value.
 * @throws ParquetError INVALID_ARGUMENT if they contradict the column; the error names the row of a wrong level or
 * null.
 */
export function countValues(column: LeafColumn, slots: CountedSlots): number {
  const { nulls, slotCount, rowCount } = slots;
  requireNatural(slotCount, 'slotCount');
  requireNatural(rowCount, 'rowCount');
  const valid = checkNulls(column, nulls, slotCount);
  if (valid + nulls.nullCount !== slotCount) {
    throw invalid(`nullCount is ${nulls.nullCount}, but ${slotCount - valid} of ${slotCount} slots are null`);
  }
  const rows = column.maxRepetitionLevel === 0 ? slotCount : checkRows(nulls, slotCount);
  if (rows !== rowCount) throw invalid(`rowCount must be ${rows} for these slots, got ${rowCount}`);
  return valid;
}

function checkNulls(column: LeafColumn, nulls: Nulls, slotCount: number): number {
  const { maxDefinitionLevel, maxRepetitionLevel } = column;
  switch (nulls.kind) {
    case 'none':
      if (maxRepetitionLevel > 0 && slotCount > 0)
        throw invalid('a repeated column needs `nulls` with repetition levels');
      return slotCount;
    case 'bitmap':
      return checkBitmap(maxDefinitionLevel, maxRepetitionLevel, nulls.bits, slotCount);
    case 'levels': {
      requireLength(nulls.definition, slotCount, 'definition levels');
      checkLevels(nulls.definition, maxDefinitionLevel, 'definition', nulls.repetition);
      if (nulls.repetition !== undefined) {
        requireLength(nulls.repetition, slotCount, 'repetition levels');
        checkLevels(nulls.repetition, maxRepetitionLevel, 'repetition', nulls.repetition);
      } else if (maxRepetitionLevel > 0 && slotCount > 0) {
        throw invalid('a repeated column needs `nulls` with repetition levels');
      }
      return countEqual(nulls.definition, maxDefinitionLevel, 0, slotCount);
    }
  }
}

function checkBitmap(maxDefinition: number, maxRepetition: number, bits: Uint8Array, slotCount: number): number {
  if (bits.length < Math.ceil(slotCount / 8)) {
    throw invalid(`a validity bitmap of ${bits.length} bytes is too short for ${slotCount} slots`);
  }
  const valid = countBits(bits, 0, slotCount);
  if (valid === slotCount && maxRepetition === 0) return valid;
  if (maxDefinition === 0) throw invalid(`a required column has a null in row ${firstZero(bits)}`);
  if (maxDefinition > 1 || maxRepetition > 0) {
    throw invalid('a nested column needs levels: a bitmap does not state which ancestor is null');
  }
  return valid;
}

/**
 * Checks that no level is above the maximum.
 * @throws ParquetError INVALID_ARGUMENT if a level is above it; the error names the row.
 */
function checkLevels(levels: Uint8Array, maxLevel: number, kind: string, repetition: Uint8Array | undefined): void {
  if (areAtMost(levels, maxLevel)) return;
  const slot = levels.findIndex((level) => level > maxLevel);
  const what =
    maxLevel === 0 && kind === 'definition' ? 'is not allowed in a required column' : `exceeds the maximum ${maxLevel}`;
  throw invalid(`${kind} level ${levels[slot]} ${what}, row ${rowOf(slot, repetition)}`);
}

/** Counts the rows of a repeated column: slots with repetition level 0. The first slot must start a row. */
function checkRows(nulls: Nulls, slotCount: number): number {
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  if (repetition === undefined || slotCount === 0) return 0;
  if (repetition[0] !== 0) throw invalid(`the first slot must have repetition level 0, got ${repetition[0]}`);
  return countEqual(repetition, 0, 0, slotCount);
}

function requireNatural(count: number, name: string): void {
  if (!(Number.isSafeInteger(count) && count >= 0))
    throw invalid(`${name} must be a non-negative integer, got ${count}`);
}

function requireLength(levels: Uint8Array, slotCount: number, name: string): void {
  if (levels.length !== slotCount) throw invalid(`${slotCount} slots need ${slotCount} ${name}, got ${levels.length}`);
}

/** Returns the row that a slot belongs to, counted from 0. */
function rowOf(slot: number, repetition: Uint8Array | undefined): number {
  if (repetition === undefined) return slot;
  let row = -1;
  for (let i = 0; i <= slot; i++) if (repetition[i] === 0) row++;
  return Math.max(row, 0);
}

function firstZero(bits: Uint8Array): number {
  let i = 0;
  while ((((bits[i >> 3] as number) >>> (i & 7)) & 1) === 1) i++;
  return i;
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}
