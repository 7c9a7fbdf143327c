/**
 * Computes an upper bound on the size of rows that a chunk writer has received but not encoded yet. As long as the
 * bound is below the size of a row group, the next rows belong to the same row group.
 *
 *   values        2.5 bytes per byte that PLAIN encoding would take: at worst, a dictionary and its indices take 2.2,
 *                 and DELTA_BYTE_ARRAY takes 2.1 for empty values; SNAPPY adds a sixth
 *   levels        3 bytes per slot of a repeated column, or if the maximum definition level exceeds 1; 1 byte if it is 1
 *   waiting rows  up to a page of earlier rows, counted at their PLAIN size until they are encoded
 *   pages         2 KiB each, for the header and the padding of incomplete blocks
 *   Bloom filter  64 bytes per value, see `createBloomBuilder`
 */
import { plainBytes, type WriteBatch } from '@marquetry/column-writer';
import { CodecId, EncodingId, knownEncoding } from '@marquetry/core';
import type { ColumnPlan } from './options.js';

/** Tracks, for one chunk, an upper bound on the size of the rows that are not encoded yet. */
export interface ComingBytes {
  /** Adds rows that the chunk writer has received. Call the returned function once they are encoded. */
  add(batch: WriteBatch): () => void;
  /** The upper bound on the size of the rows that are not encoded yet, in bytes; Infinity if there is no bound. */
  readonly bytes: number;
}

const perByte = 2.5;
const perPage = 2048;
const perFilterValue = 64;
/** The default page size of a chunk writer, in bytes. */
const defaultPageBytes = 2 ** 20;
const defaultPageRows = 20_000;

export function createComingBytes({ leaf, options }: ColumnPlan): ComingBytes {
  const { pageBytes = defaultPageBytes, pageRows = defaultPageRows, bloomFilter = false } = options;
  const { maxDefinitionLevel, maxRepetitionLevel } = leaf;
  const isNested = maxRepetitionLevel > 0 || maxDefinitionLevel > 1;
  const perSlot = isNested ? 3 : maxDefinitionLevel;
  const isKnown = isBounded(options);
  let given = 0;
  let encoded = 0;
  /** Size that all rows would have in PLAIN encoding, in bytes. */
  let plain = 0;
  let slots = 0;
  /** Size that the rows not encoded yet would have in PLAIN encoding, in bytes. */
  let openPlain = 0;
  let openSlots = 0;
  let openRows = 0;
  return {
    add: ({ values, slotCount, rowCount }) => {
      const bytes = plainBytes(values, 0, values.length);
      given++;
      plain += bytes;
      slots += slotCount;
      openPlain += bytes;
      openSlots += slotCount;
      openRows += rowCount;
      return () => {
        encoded++;
        openPlain -= bytes;
        openSlots -= slotCount;
        openRows -= rowCount;
      };
    },
    get bytes(): number {
      if (given === encoded) return 0;
      // A Bloom filter of a given size is allocated at the start, but the writer reports its bytes only once the first
      // rows are encoded.
      if (!isKnown || (bloomFilter !== false && encoded === 0)) return Number.POSITIVE_INFINITY;
      const waiting = Math.min(plain, pageBytes);
      const waitingSlots = isNested ? slots : Math.min(slots, pageRows);
      const pages = 2 + (openRows + pageRows) / pageRows + (2 * (openPlain + waiting)) / pageBytes;
      return (
        perByte * openPlain +
        (perByte - 1) * waiting +
        perSlot * (openSlots + waitingSlots) +
        perPage * pages +
        (bloomFilter === false ? 0 : perFilterValue * slots)
      );
    },
  };
}

/**
 * True if the factors of the upper bound (`perByte`, `perPage` and `perFilterValue`) are valid for the encoding, the
 * codec and `boundBytes`.
 */
function isBounded({ boundBytes = 0, codec, encoding, encoderOptions }: ColumnPlan['options']): boolean {
  const id = typeof encoding === 'number' ? encoding : EncodingId.PLAIN;
  const isKnownEncoding = knownEncoding(id)?.standing === 'current' || id === EncodingId.PLAIN_DICTIONARY;
  const isKnownCodec = codec === undefined || Object.values(CodecId).some((known) => known === codec.id);
  return isKnownEncoding && isKnownCodec && encoderOptions === undefined && boundBytes <= perPage / 4;
}
