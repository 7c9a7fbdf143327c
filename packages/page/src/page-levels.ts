/**
 * Decodes the levels of a data page, and finds the start of its values.
 *
 * A page stores repetition levels, then definition levels, then values (parquet-format README.md#data-pages).
 */
import {
  EncodingId,
  type Kernels,
  type LeafColumn,
  type Limits,
  type NullLevels,
  type Nulls,
  noNulls,
  PageType,
  withPlace,
} from '@marquetry/core';
import { countEqual, decodeLevels, decodeValidity } from '@marquetry/levels';
import type { PageHeader } from '@marquetry/metadata';
import type { PageBody } from './body.js';

export interface DecodedLevels {
  readonly nulls: Nulls;
  /** Number of rows that start in the page. */
  readonly rowCount: number;
  /** The encoded values, which follow the levels. */
  readonly values: Uint8Array;
}

interface LevelInput {
  readonly header: PageHeader;
  readonly split: PageBody;
  readonly column: LeafColumn;
  readonly slotCount: number;
  readonly kernels: Pick<Kernels, 'allocate' | 'readLevels'>;
  readonly limits: Limits;
}

/**
 * The position and encoding of the repetition levels or of the definition levels. `byteLength` is undefined in v1,
 * where the length is stored before the levels.
 */
interface LevelSection {
  readonly encoding: number;
  readonly position: number;
  readonly byteLength: number | undefined;
  readonly maxLevel: number;
}

export function decodePageLevels(input: LevelInput): DecodedLevels {
  const { header, split, column, slotCount } = input;
  const { maxDefinitionLevel, maxRepetitionLevel } = column;
  const v1 = header.type === PageType.DATA_PAGE ? header.dataPageHeader : undefined;

  let repetition: ReturnType<typeof levelsOf> | undefined;
  if (maxRepetitionLevel > 0) {
    repetition = levelsOf(input, {
      encoding: v1?.repetitionLevelEncoding ?? EncodingId.RLE,
      position: 0,
      byteLength: split.repetitionBytes,
      maxLevel: maxRepetitionLevel,
    });
  }
  // A v2 header states the length of the levels even if the column's maximum level is 0.
  const definitionStart = split.repetitionBytes ?? repetition?.byteLength ?? 0;
  const definitionSection: LevelSection = {
    encoding: v1?.definitionLevelEncoding ?? EncodingId.RLE,
    position: definitionStart,
    byteLength: split.definitionBytes,
    maxLevel: maxDefinitionLevel,
  };
  const { nulls, byteLength } = nullsOf(input, definitionSection, repetition?.levels);
  const values = split.values ?? split.levels.subarray(definitionStart + byteLength);
  const rowCount = repetition === undefined ? slotCount : countEqual(repetition.levels, 0);
  return { nulls, rowCount, values };
}

function nullsOf(
  input: LevelInput,
  section: LevelSection,
  repetition: Uint8Array | undefined,
): { readonly nulls: Nulls; readonly byteLength: number } {
  const { slotCount, column } = input;
  if (section.maxLevel === 0) return { nulls: noNulls, byteLength: 0 };
  if (section.maxLevel === 1 && column.maxRepetitionLevel === 0) {
    const { bits, validCount, byteLength } = decodeSection(input, section, 'definition levels', decodeValidity);
    if (bits === undefined) return { nulls: noNulls, byteLength };
    return { nulls: { kind: 'bitmap', bits, nullCount: slotCount - validCount }, byteLength };
  }
  const { levels, byteLength } = decodeSection(input, section, 'definition levels', decodeLevels);
  const nullCount = slotCount - countEqual(levels, section.maxLevel);
  if (repetition === undefined && nullCount === 0) return { nulls: noNulls, byteLength };
  const nulls: NullLevels = { kind: 'levels', definition: levels, nullCount };
  return { nulls: repetition === undefined ? nulls : { ...nulls, repetition }, byteLength };
}

function levelsOf(
  input: LevelInput,
  section: LevelSection,
): { readonly levels: Uint8Array; readonly byteLength: number } {
  return decodeSection(input, section, 'repetition levels', decodeLevels);
}

type LevelDecoder<R> = (options: Parameters<typeof decodeLevels>[0]) => R;

function decodeSection<R>(input: LevelInput, section: LevelSection, part: string, decode: LevelDecoder<R>): R {
  const { split, slotCount, kernels, limits } = input;
  const { encoding, position, byteLength, maxLevel } = section;
  const bytes = split.levels;
  try {
    return decode({
      encoding,
      bytes,
      position,
      end: byteLength === undefined ? bytes.length : position + byteLength,
      lengthPrefixed: byteLength === undefined,
      maxLevel,
      slotCount,
      kernels,
      limits,
    });
  } catch (error) {
    throw withPlace(error, { part });
  }
}
