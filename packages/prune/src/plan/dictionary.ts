/**
 * Uses dictionaries to skip row groups. If all values of a chunk are in its dictionary and no entry matches, no row
 * matches.
 *
 * Dictionaries are read only for `eq`, `in` and `startsWith`, and only if they are much smaller than the data.
 */
import { EncodingId, isParquetError, PhysicalType, runStepsInTurns } from '@marquetry/core';
import type { ChunkLocation, ParquetFile } from '@marquetry/file';
import { compareWithAll, type ValueComparison } from '../evaluate/compare-values.js';
import type { Comparison, Predicate } from '../predicate/predicate.js';
import { type ColumnTest, findingOf } from '../verdict/tree-verdict.js';
import { type Finding, some } from '../verdict/verdict.js';

export interface DictionaryFindings {
  /** False if no condition in the predicate justifies reading a dictionary. */
  readonly isUseful: boolean;
  of(rowGroups: readonly number[]): Promise<readonly Finding[]>;
}

/** A dictionary is read only if the data pages are at least this many times as large. */
const worthwhile = 4;
const dataPages: ReadonlySet<number> = /* @__PURE__ */ new Set([0, 3]);
const dictionaryEncodings: ReadonlySet<number> = /* @__PURE__ */ (() =>
  new Set<number>([EncodingId.PLAIN_DICTIONARY, EncodingId.RLE_DICTIONARY]))();

export function createDictionaryFindings(
  file: ParquetFile,
  predicate: Predicate,
  signal: AbortSignal | undefined,
): DictionaryFindings {
  const tests = testsIn(predicate);
  const leaves = [...new Set(tests.map(([part]) => part.test.leaf))];
  const decide = async (rowGroup: number): Promise<Finding> => {
    const found = new Map<ColumnTest, { readonly entries: number; readonly passes: boolean }>();
    // Read one dictionary after the other, so that only one is in memory at a time.
    for (const leaf of leaves) {
      if (!isWholeDictionary(file.chunk({ rowGroup, column: leaf }))) continue;
      try {
        const dictionary = await file.dictionary({ rowGroup, column: leaf }, signal);
        if (dictionary === undefined) continue;
        for (const [part, comparisons] of tests) {
          if (part.test.leaf !== leaf) continue;
          const passing = await runStepsInTurns(compareWithAll(comparisons, leaf, dictionary, file.kernels), signal);
          found.set(part, { entries: dictionary.length, passes: passing.some((byte) => byte !== 0) });
        }
      } catch (error) {
        // An unreadable dictionary proves nothing. The error will be thrown when the chunk is read.
        if (!isParquetError(error)) throw error;
      }
    }
    return findingOf(predicate, (part) => {
      const { entries, passes } = found.get(part) ?? { entries: 0, passes: true };
      return passes ? some : { verdict: 'none', why: `none of ${entries} dictionary entries matches` };
    });
  };
  return {
    isUseful: tests.length > 0,
    of: async (rowGroups) => {
      const findings: Finding[] = [];
      for (const rowGroup of rowGroups) findings.push(await decide(rowGroup));
      return findings;
    },
  };
}

function testsIn(predicate: Predicate): readonly (readonly [ColumnTest, readonly ValueComparison[]])[] {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.parts.flatMap(testsIn);
    case 'value': {
      const { comparison } = predicate.test;
      return isSelective(comparison) ? [[predicate, [comparison]]] : [];
    }
    case 'element': {
      const { comparisons, isNegated } = predicate.test;
      const selective = comparisons.filter(isSelective);
      return isNegated || selective.length === 0 ? [] : [[predicate, selective]];
    }
    default:
      return [];
  }
}

function isSelective(comparison: Comparison): comparison is ValueComparison {
  const isKind =
    comparison.kind === 'in' ||
    comparison.kind === 'startsWith' ||
    (comparison.kind === 'relation' && comparison.relation === 'eq' && comparison.literal.kind === 'exact');
  return isKind && !comparison.isNegated;
}

/**
 * Returns true if every data page uses the dictionary. If the footer has no encoding statistics and lists both
 * `RLE_DICTIONARY` and `PLAIN`, the result is false: some data pages may be PLAIN, because writers stop using a
 * dictionary that becomes too large.
 */
function isWholeDictionary({ metaData, leaf }: ChunkLocation): boolean {
  const { encodings, encodingStats, dictionaryPageOffset = 0, dataPageOffset, totalCompressedSize } = metaData;
  if (leaf.type === PhysicalType.BOOLEAN || leaf.type === PhysicalType.INT96) return false;
  if (dictionaryPageOffset <= 0 || dictionaryPageOffset >= dataPageOffset) return false;
  const dictionaryBytes = dataPageOffset - dictionaryPageOffset;
  if (dictionaryBytes * worthwhile > totalCompressedSize - dictionaryBytes) return false;
  if (encodingStats !== undefined && encodingStats.length > 0) {
    const pages = encodingStats.filter(({ pageType, count }) => dataPages.has(pageType) && count > 0);
    return pages.length > 0 && pages.every(({ encoding }) => dictionaryEncodings.has(encoding));
  }
  const values = encodings.filter((encoding) => encoding !== EncodingId.RLE && encoding !== EncodingId.BIT_PACKED);
  return values.length === 1 && values[0] === EncodingId.PLAIN_DICTIONARY;
}
