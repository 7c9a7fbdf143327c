/**
 * Measures a column with every encoding and codec.
 *
 *   1. refusals   the encodings and codecs that cannot be written
 *   2. sizes      writes one file per combination of encoding and codec, and keeps the files in memory
 *   3. speeds     decodes each file after all files are written; earlier if the files take too much memory
 */
import {
  type CodecRegistry,
  type EncodingRegistry,
  isParquetError,
  isTurnDue,
  ParquetError,
  yieldToEventLoop,
} from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { type Decode, decodeOf, decodeSpeeds } from './decode-speed.js';
import type { EncodingCost, RefusedCost } from './encoding-cost.js';
import { type LoadedColumn, loadColumn, measuredRowGroups } from './loaded-column.js';
import { type PresentCost, presentOf } from './present.js';
import { compressingCodecs, costCodec, costEncoding, encodingsFor, refusedCodecs, refusedEncodings } from './ways.js';
import { type WrittenColumn, writeColumn } from './written-column.js';

/** Options for {@link compareEncodings}. */
export interface CompareOptions {
  /** The encodings to measure, except historical ones. Use a registry whose encodings can write, such as `standardEncodings`. */
  readonly encodings: EncodingRegistry;
  /** The codecs to measure, in addition to UNCOMPRESSED. Historical codecs are omitted unless `codecIds` lists them. */
  readonly codecs: CodecRegistry;
  /** Ids of the codecs to measure; default: UNCOMPRESSED and all codecs that can compress. */
  readonly codecIds?: readonly number[];
  /**
   * Number of rows to measure; default 2^20. Whole row groups are measured, in order, until they have this many rows.
   * If they would have more than twice as many, only this many rows are measured.
   */
  readonly mostRows?: number;
  /** False to measure only sizes; default true. */
  readonly speed?: boolean;
  /** Aborts the generator, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each combination of encoding and codec is written; `total` is the number of combinations. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The default of {@link CompareOptions.mostRows}. */
const defaultRows = 2 ** 20;

/** The fraction of `limits.memoryBytes` that written files may take before their speeds are measured. */
const heldShare = 1 / 4;

interface HeldWay {
  readonly cost: EncodingCost;
  readonly decode: Decode;
}

/**
 * Writes a column in every combination of encoding and codec, and yields the sizes and decode speeds. First yields the encodings and codecs that
 * cannot be written, then each combination with its size, and then each combination again with its decode speed. A later result replaces the earlier
 * one with the same encoding and codec. If the written files do not fit in a quarter of `file.limits.memoryBytes`, some speeds are yielded before the
 * remaining sizes. Speeds vary with the load on the machine.
 *
 * If writing fails, the combination is yielded as refused, with the reason.
 * @throws ParquetError if the column cannot be read, or `mostRows` is not a positive integer; the signal's reason if it is aborted.
 */
export async function* compareEncodings(
  file: ParquetFile,
  leaf: LeafNode,
  options: CompareOptions,
): AsyncGenerator<EncodingCost | RefusedCost, void, undefined> {
  const { encodings, codecs, codecIds, mostRows = defaultRows, speed = true, signal, onProgress } = options;
  if (!(Number.isInteger(mostRows) && mostRows > 0))
    throw new ParquetError('INVALID_ARGUMENT', `\`mostRows\` must be a positive integer, got ${mostRows}`);
  yield* refusedEncodings(leaf, encodings);
  yield* refusedCodecs(codecs, codecIds);

  const { column, present } = await load(file, leaf, mostRows, signal);
  const plugIns = { encodings, codecs };
  const ways = encodingsFor(leaf, encodings).flatMap((encoding) =>
    compressingCodecs(codecs, codecIds).map((codec) => ({ encoding, codec })),
  );
  let done = 0;
  let held: HeldWay[] = [];
  let heldBytes = 0;
  for (const { encoding, codec } of ways) {
    const way = { encoding: costEncoding(encoding), codec: costCodec(codec, codecs) };
    const written = await tryWriting(column, encoding.id, codec, plugIns, signal);
    if ('refused' in written) yield { ...way, ...written };
    else {
      const { size, bytes } = written;
      const ratio = present.size === 0 ? 1 : size / present.size;
      const rows = column.rowCount;
      const cost = { ...way, size, presentSize: present.size, ratio, rows, decodeMegabytesPerSecond: null };
      if (speed) {
        held.push({ cost, decode: await decodeOf(bytes, plugIns, signal) });
        heldBytes += bytes.length;
      }
      yield cost;
    }
    onProgress?.(++done, ways.length);
    if (heldBytes > file.limits.memoryBytes * heldShare) {
      yield* withSpeeds(held, signal);
      held = [];
      heldBytes = 0;
    }
    while (isTurnDue()) await yieldToEventLoop(signal);
  }
  yield* withSpeeds(held, signal);
}

/** Returns the written column, or the reason why it cannot be written with this encoding and codec. */
async function tryWriting(
  ...[column, encoding, codec, plugIns, signal]: Parameters<typeof writeColumn>
): Promise<WrittenColumn | { readonly refused: string }> {
  try {
    return await writeColumn(column, encoding, codec, plugIns, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isParquetError(error)) throw error;
    return { refused: error.message };
  }
}

/** Measures the decode speed of each written file, alternating between them. */
async function* withSpeeds(
  ways: readonly HeldWay[],
  signal: AbortSignal | undefined,
): AsyncGenerator<EncodingCost, void, undefined> {
  const onRound = async (): Promise<void> => {
    while (isTurnDue()) await yieldToEventLoop(signal);
  };
  const speeds = await decodeSpeeds(
    ways.map(({ decode }) => decode),
    { onRound },
  );
  for (const [i, { cost }] of ways.entries()) yield { ...cost, decodeMegabytesPerSecond: speeds[i] ?? null };
}

/**
 * Returns the present size, encodings and codecs of a column in the file, for the rows that {@link compareEncodings}
 * would measure. An encrypted column must have been unlocked.
 * @param rows The number of measured rows, as in {@link EncodingCost.rows}; default: all rows of the measured row groups.
 */
export function presentCost(
  file: ParquetFile,
  leaf: LeafNode,
  mostRows: number = defaultRows,
  rows: number = Infinity,
): PresentCost {
  return presentOf(file, leaf, measuredRowGroups(file, mostRows), rows);
}

async function load(
  file: ParquetFile,
  leaf: LeafNode,
  mostRows: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly column: LoadedColumn; readonly present: PresentCost }> {
  const rowGroups = measuredRowGroups(file, mostRows);
  const column = await loadColumn(file, leaf, rowGroups, mostRows, signal);
  return { column, present: presentOf(file, leaf, rowGroups, column.rowCount) };
}
