/**
 * Uses Bloom filters to skip row groups. A filter can prove that a value is not in a column chunk, so it helps only
 * with `eq` and `in`.
 *
 * A small filter is read as a whole. For a large filter, the header is read first, and then one block of 32 bytes per
 * literal.
 */
import {
  blockMayContain,
  blockOffset,
  type FilterLayout,
  hashesOf,
  mayContain,
  openBloomFilter,
  readFilterLayout,
  type ValueHash,
} from '@marquetry/bloom-filter';
import { isParquetError } from '@marquetry/core';
import { type ChunkLocation, loadBloomFilter, type ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { Comparison, Predicate } from '../predicate/predicate.js';
import { type ColumnTest, findingOf } from '../verdict/tree-verdict.js';
import { type Finding, some } from '../verdict/verdict.js';
import type { ByteRange, MetadataSource } from './metadata-source.js';

/** Bloom filters of at most this many bytes are read completely. */
const wholeBytes = 2 ** 12;
/** Number of bytes to read for the header of a Bloom filter. Headers are never longer. */
const headerGuess = 64;
/** With more literals than this, a filter rarely excludes all of them, so it is not read. */
const maxLiterals = 256;

/**
 * Returns the hashes of the literals of a test: a row can match only if the hash of its value is one of them.
 * `undefined` if a Bloom filter cannot decide the test.
 */
function hashesOfTest(part: ColumnTest): readonly ValueHash[] | undefined {
  const { leaf } = part.test;
  const comparisons = part.kind === 'value' ? [part.test.comparison] : part.test.isNegated ? [] : part.test.comparisons;
  for (const comparison of comparisons) {
    const values = valuesOf(comparison);
    if (values === undefined || values.length > maxLiterals) continue;
    const hashes = values.map((value) => hashesOf(leaf, value));
    if (hashes.every((each) => each !== undefined)) return hashes.flat();
  }
  return undefined;
}

function valuesOf(comparison: Comparison): readonly Uint8Array[] | undefined {
  if (comparison.kind === 'in' && !comparison.isNegated) return comparison.literals;
  if (comparison.kind !== 'relation' || comparison.relation !== 'eq' || comparison.isNegated) return undefined;
  return comparison.literal.kind === 'exact' ? [comparison.literal.bytes] : undefined;
}

function testsWithHashes(predicate: Predicate): readonly (readonly [ColumnTest, readonly ValueHash[]])[] {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.parts.flatMap(testsWithHashes);
    case 'value':
    case 'element': {
      const hashes = hashesOfTest(predicate);
      return hashes === undefined ? [] : [[predicate, hashes]];
    }
    default:
      return [];
  }
}

/** Reads a file's Bloom filters, and determines which row groups they exclude. */
export interface BloomFindings {
  /** False if none of the file's Bloom filters can exclude a row group. */
  readonly isUseful: boolean;
  /**
   * Reads the Bloom filters of row groups. Returns for each row group, in the same order, whether its filters prove
   * that no row matches.
   */
  of(rowGroups: readonly number[]): Promise<readonly Finding[]>;
}

export function createBloomFindings(
  file: ParquetFile,
  predicate: Predicate,
  reads: MetadataSource,
  signal?: AbortSignal,
): BloomFindings {
  const tests = testsWithHashes(predicate);
  return {
    isUseful: tests.length > 0,
    of: async (rowGroups) => {
      const hashesOfLeaf = new Map<LeafNode, ValueHash[]>();
      for (const [{ test }, hashes] of tests) {
        hashesOfLeaf.set(test.leaf, [...(hashesOfLeaf.get(test.leaf) ?? []), ...hashes]);
      }
      const asked = rowGroups.flatMap((rowGroup) =>
        [...hashesOfLeaf].map(([leaf, hashes]) => ({ rowGroup, leaf, hashes })),
      );
      const filters = await openFilters(file, asked, reads, signal);
      const blocks = new Map<string, ValueHash>();
      for (const [part, hashes] of tests) {
        for (const rowGroup of rowGroups) {
          const filter = filters.get(keyOf(rowGroup, part.test.leaf));
          if (filter === undefined || filter.whole !== undefined) continue;
          for (const hash of hashes) blocks.set(`${filter.offset + blockOffset(filter.layout, hash)}`, hash);
        }
      }
      const found = await reads.load([...blocks.keys()].map((offset) => ({ offset: Number(offset), length: 32 })));
      const blockAt = new Map([...blocks.keys()].map((offset, i) => [offset, found[i] as Uint8Array]));
      const hasHash = (filter: OpenedFilter, hash: ValueHash): boolean => {
        if (filter.whole !== undefined) return mayContain(openBloomFilter(filter.whole, file), hash);
        const block = blockAt.get(`${filter.offset + blockOffset(filter.layout, hash)}`);
        return block === undefined || blockMayContain(block, hash);
      };
      const hashesOfPart = new Map(tests);
      return rowGroups.map((rowGroup) =>
        findingOf(predicate, (part) => {
          const hashes = hashesOfPart.get(part);
          const filter = filters.get(keyOf(rowGroup, part.test.leaf));
          if (hashes === undefined || filter === undefined || hashes.some((hash) => hasHash(filter, hash))) return some;
          return { verdict: 'none', why: 'the Bloom filter has none of the values' };
        }),
      );
    },
  };
}

const keyOf = (rowGroup: number, leaf: LeafNode): string => `${rowGroup} ${leaf.index}`;

interface OpenedFilter {
  readonly offset: number;
  readonly layout: FilterLayout;
  /** The bytes of the whole filter, if its header and blocks were read together. */
  readonly whole: Uint8Array | undefined;
}

async function openFilters(
  file: ParquetFile,
  asked: readonly { readonly rowGroup: number; readonly leaf: LeafNode; readonly hashes: readonly ValueHash[] }[],
  reads: MetadataSource,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, OpenedFilter>> {
  const guesses = new Map<number, ByteRange>();
  const encrypted: { readonly key: string; readonly location: ChunkLocation }[] = [];
  const stored = asked.flatMap(({ rowGroup, leaf, hashes }) => {
    const location = file.chunk({ rowGroup, column: leaf });
    const { metaData, dataEnd: end } = location;
    const { bloomFilterOffset: offset = 0, bloomFilterLength } = metaData;
    if (offset <= 0 || offset >= end) return [];
    if (location.secrets !== undefined) {
      encrypted.push({ key: keyOf(rowGroup, leaf), location });
      return [];
    }
    const isSmall = bloomFilterLength !== undefined && bloomFilterLength > 0 && bloomFilterLength <= wholeBytes;
    const length = Math.min(isSmall ? bloomFilterLength : headerGuess, end - offset);
    if (bloomFilterLength !== undefined && !isSmall && offset + bloomFilterLength <= end) {
      for (const at of likelyBlocks(bloomFilterLength, hashes)) {
        guesses.set(offset + at, { offset: offset + at, length: 32 });
      }
    }
    return [{ key: keyOf(rowGroup, leaf), offset, length, end }];
  });
  // Fetch the blocks at the same time as the headers, which saves a round trip.
  const heads = await reads.load(stored, [...guesses.values()]);
  const filters = new Map<string, OpenedFilter>();
  for (const [i, { key, offset, end }] of stored.entries()) {
    const head = heads[i] as Uint8Array;
    const layout = layoutOf(head, file);
    if (layout?.blockCount === undefined || offset + layout.byteLength > end) continue;
    filters.set(key, { offset, layout, whole: layout.byteLength <= head.length ? head : undefined });
  }
  // An encrypted bitset can only be decrypted as a whole.
  await Promise.all(
    encrypted.map(async ({ key, location }) => {
      const whole = await loadBloomFilter(file, location, signal);
      const layout = whole && layoutOf(whole, file);
      if (layout?.blockCount !== undefined) filters.set(key, { offset: 0, layout, whole });
    }),
  );
  return filters;
}

/**
 * Guesses where the blocks for the hashes start, given only the length of the filter, before its header has been read.
 * Returns an empty array if the header would have an unusual length.
 */
function likelyBlocks(byteLength: number, hashes: readonly ValueHash[]): readonly number[] {
  const headerBytes = byteLength % 32;
  const blockCount = Math.floor(byteLength / 32);
  if (headerBytes < 15 || headerBytes > 19 || blockCount < 1) return [];
  return hashes.map((hash) => blockOffset({ headerBytes, byteLength, blockCount, unsupported: undefined }, hash));
}

/** Reads the header of a Bloom filter. Returns `undefined` if it is invalid; the filter is then ignored. */
function layoutOf(head: Uint8Array, { limits }: ParquetFile): FilterLayout | undefined {
  try {
    return readFilterLayout(head, { limits });
  } catch (error) {
    if (isParquetError(error)) return undefined;
    throw error;
  }
}
