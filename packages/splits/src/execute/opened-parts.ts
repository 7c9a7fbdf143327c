/**
 * Opens the parts of a split. Their footers are in the split, and their pages are read from the ranges that the split lists.
 */
import {
  type CodecRegistry,
  type EncodingRegistry,
  isParquetError,
  type Kernels,
  type Limits,
  ParquetError,
  withPlace,
} from '@marquetry/core';
import {
  type BatchMemory,
  type ByteSource,
  type FileDecryption,
  openFile,
  type ParquetFile,
  type RowSelection,
} from '@marquetry/file';
import { type FileMetaData, readFileMetaData } from '@marquetry/metadata';
import { predicates } from '@marquetry/prune';
import { bytesOfBase64 } from '../plan/json-where.js';
import type { Split, SplitPart } from '../split.js';
import { openPlanned, type ResolveSource } from '../store/resolve.js';
import {
  countedSource,
  createFetchLine,
  type FetchedSource,
  fetchedSource,
  type ReadCounts,
} from './fetched-source.js';

/** A part of a split, open for reading. */
export interface OpenPart {
  readonly part: SplitPart;
  readonly file: ParquetFile;
  /** The source that `resolve` returned. */
  readonly source: ByteSource;
  readonly fetched: FetchedSource;
  /** Selects the rows of `file` that belong to the part. */
  readonly selection: Pick<RowSelection, 'rowGroups' | 'rows'>;
  /**
   * Adds the address of the file, and the ordinal of the row group in that file, to a ParquetError. Returns other
   * errors unchanged.
   */
  placed(error: unknown): unknown;
}

/** Options for opening parts. */
export interface OpenPartsOptions {
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  readonly kernels?: Kernels;
  readonly limits: Limits;
  readonly decryption: FileDecryption | undefined;
  readonly resolve: ResolveSource;
  readonly counts: ReadCounts;
  /** The memory for the fetched bytes. If undefined, new memory is allocated. */
  readonly memory: BatchMemory | undefined;
  readonly signal: AbortSignal;
}

/** Maximum number of requests that run at the same time. */
const parallelRequests = 6;
/** If the bytes of a split are at most this fraction of `limits.memoryBytes`, they stay in memory until the split is done. */
const keptShare = 1 / 2;

/**
 * Returns the parsed footer of each part of a split; undefined for encrypted files. Does not read from the sources.
 * @throws ParquetError if a footer does not match the split.
 */
export function metadataOf({ parts }: Split, limits: Limits): readonly (FileMetaData | undefined)[] {
  return parts.map(({ footer, rowGroups, rows, source }) => {
    if (footer === undefined) return undefined;
    try {
      const bytes = bytesOfBase64(footer);
      if (bytes === undefined) throw new ParquetError('CORRUPT', 'the footer in the split is not base64');
      const metadata = readFileMetaData(bytes, { limits });
      if (metadata.rowGroups.length !== rowGroups.length) {
        const what = `the split lists ${rowGroups.length} row groups, but its footer has ${metadata.rowGroups.length}`;
        throw new ParquetError('CORRUPT', what);
      }
      const rowCount = metadata.rowGroups.reduce((sum, { numRows }) => sum + numRows, 0);
      const end = rows.at(-1)?.[1] ?? 0;
      if (end <= rowCount) return metadata;
      throw new ParquetError('CORRUPT', `the split reads rows up to ${end}, but its footer has ${rowCount} rows`);
    } catch (error) {
      throw withPlace(error, { file: source.uri });
    }
  });
}

/** Opens the parts after checking that each source is the file that was planned, and starts fetching their ranges. */
export async function openParts(
  { estimate, parts }: Split,
  metadata: readonly (FileMetaData | undefined)[],
  { decryption, resolve, counts, memory, signal, ...reading }: OpenPartsOptions,
): Promise<readonly OpenPart[]> {
  const line = createFetchLine(parallelRequests);
  const keepsAll = estimate.bytes <= keptShare * reading.limits.memoryBytes;
  const opened: OpenPart[] = [];
  for (const [i, part] of parts.entries()) {
    const { ranges, source } = part;
    const placed = placing(part);
    try {
      // Even if the split has no ranges to read, its source must be the file that was planned.
      const found = await openPlanned(resolve, source, signal);
      const fetched = fetchedSource(countedSource(found, counts, memory), ranges, { line, keepsAll, signal });
      const file = await openFile(fetched.source, {
        ...reading,
        ...(part.footer === undefined ? { decryption } : { metadata: metadata[i] }),
        filter: predicates,
        signal,
      });
      const { footer, rowGroups, rows } = part;
      // A footer in a split contains only the row groups that are read.
      const selection = footer === undefined ? { rowGroups, rows } : { rows };
      opened.push({ part, file, source: found, fetched, selection, placed });
    } catch (error) {
      await closeParts(opened);
      throw placed(error);
    }
  }
  return opened;
}

/** Closes the sources. Ignores errors, because the result of the split does not depend on them. */
export async function closeParts(parts: readonly OpenPart[]): Promise<void> {
  for (const { source } of parts) await source.close?.().catch(() => undefined);
}

function placing({ footer, rowGroups, source }: SplitPart): OpenPart['placed'] {
  return (error) => {
    if (!isParquetError(error) || error.at.file !== undefined) return error;
    const { rowGroup } = error.at;
    const at = {
      ...error.at,
      file: source.uri,
      ...(rowGroup !== undefined && footer !== undefined && { rowGroup: rowGroups[rowGroup] ?? rowGroup }),
    };
    return new ParquetError(error.code, error.reason, at, { cause: error.cause ?? error, cure: error.cure });
  };
}
