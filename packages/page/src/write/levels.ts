/**
 * Encodes the levels of a page.
 *
 *   v1   u32 LE length | runs, or BIT_PACKED without a length      (repetition levels, then definition levels)
 *   v2   runs; their length is in the page header
 *
 * Source: parquet-format README.md#data-pages, Encodings.md#RLE.
 */
import { EncodingId, type LeafColumn, type Nulls } from '@marquetry/core';
import { encodeBitPackedLevels, encodeLevels, encodeValidity } from '@marquetry/levels';

export interface EncodedLevels {
  readonly repetition: Uint8Array;
  readonly definition: Uint8Array;
}

/**
 * The form in which levels are stored: in v1 pages, a length precedes the runs, and BIT_PACKED may be used instead of
 * runs.
 */
export interface LevelFormat {
  readonly lengthPrefixed: boolean;
  readonly encoding: number;
}

const nothing: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

/**
 * Encodes the nulls of a page as levels. Call `countValues` first, which checks the nulls. The bitmap of a flat column
 * is converted to runs directly, without an array of levels.
 */
export function encodePageLevels(
  column: LeafColumn,
  nulls: Nulls,
  slotCount: number,
  format: LevelFormat,
): EncodedLevels {
  const repetition = nulls.kind === 'levels' ? nulls.repetition : undefined;
  return {
    repetition: repetition === undefined ? nothing : encode(repetition, column.maxRepetitionLevel, format),
    definition: encodeDefinition(column, nulls, slotCount, format),
  };
}

function encodeDefinition(column: LeafColumn, nulls: Nulls, slotCount: number, format: LevelFormat): Uint8Array {
  const { maxDefinitionLevel } = column;
  if (maxDefinitionLevel === 0) return nothing;
  if (nulls.kind === 'levels') return encode(nulls.definition, maxDefinitionLevel, format);
  const bits = nulls.kind === 'bitmap' ? nulls.bits : undefined;
  if (maxDefinitionLevel === 1 && format.encoding === EncodingId.RLE) return encodeValidity(bits, slotCount, format);
  const levels = new Uint8Array(slotCount);
  if (bits === undefined) levels.fill(maxDefinitionLevel);
  else
    for (let i = 0; i < slotCount; i++) levels[i] = maxDefinitionLevel * (((bits[i >> 3] as number) >>> (i & 7)) & 1);
  return encode(levels, maxDefinitionLevel, format);
}

function encode(levels: Uint8Array, maxLevel: number, format: LevelFormat): Uint8Array {
  if (maxLevel === 0) return nothing;
  if (format.encoding === EncodingId.BIT_PACKED) return encodeBitPackedLevels(levels, maxLevel);
  return encodeLevels(levels, maxLevel, format);
}
