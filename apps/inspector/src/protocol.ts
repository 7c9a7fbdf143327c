/** The calls that the page makes to its worker, and the plain data that they return. */

import type { FileRegion } from '@marquetry/inspect';
import type { ByteField, ExplainedPage } from '@marquetry/inspect/bytes';
import type { BestCost, EncodingCost, RefusedCost } from '@marquetry/inspect/costs';
import type { FoundPart } from '@marquetry/inspect/walk';

/** An error as plain data, which can be posted to the page. */
export interface Fault {
  /** The code of a ParquetError; undefined for other errors. */
  readonly code: string | undefined;
  readonly message: string;
  readonly isAborted: boolean;
  /** True if the file might open once the user enters keys, or different keys. */
  readonly needsKeys: boolean;
}

/** The progress of a call. The total `of` is undefined if it is not known. */
export interface Progress {
  readonly done: number;
  readonly of: number | undefined;
  readonly unit: 'bytes' | 'rows' | 'combinations' | 'row groups';
}

export type FileInput =
  | { readonly kind: 'blob'; readonly blob: Blob; readonly name: string }
  | { readonly kind: 'url'; readonly url: string };

/** The keys of an encrypted file, as the user typed them. */
export interface KeyInput {
  /** The keys in hexadecimal or base64, by name: `footer`, `column:PATH` or key metadata. */
  readonly keys: Readonly<Record<string, string>>;
  readonly aadPrefix: string;
}

export interface ChunkInfo {
  readonly rowGroup: number;
  /** File offset of the first page; undefined if the chunk cannot be located. */
  readonly offset: number | undefined;
  readonly storedBytes: number;
  /** Uncompressed size of the pages, in bytes. */
  readonly rawBytes: number;
  readonly slots: number;
  readonly encodings: readonly string[];
  readonly codec: string;
  readonly hasDictionary: boolean;
  readonly hasPageIndex: boolean;
  readonly hasBloomFilter: boolean;
  /** Why the chunk cannot be read; undefined if it can. */
  readonly fault: string | undefined;
}

export interface ColumnInfo {
  readonly index: number;
  readonly path: string;
  /** The logical type, or the physical type of a column without one. */
  readonly type: string;
  readonly physicalType: string;
  readonly storedBytes: number;
  /**
   * Size of the values in PLAIN encoding without compression, in bytes; undefined if the footer does not contain enough
   * information to compute it.
   */
  readonly plainBytes: number | undefined;
  /** `storedBytes` divided by `plainBytes`. */
  readonly ratio: number | undefined;
  readonly encodings: readonly string[];
  readonly codecs: readonly string[];
  /** Number of chunks whose metadata cannot be read, because a key is missing or the metadata is invalid. */
  readonly lockedChunks: number;
}

/** A region of the file, as the map shows it. */
export interface RegionInfo extends FileRegion {
  /** The encoding of most data pages of a chunk; undefined for other regions. */
  readonly encoding?: string | undefined;
  readonly codec?: string | undefined;
  /** Compressed size of a chunk divided by its uncompressed size; undefined for other regions. */
  readonly ratio?: number | undefined;
}

export interface SchemaInfo {
  readonly name: string;
  readonly kind: 'group' | 'leaf';
  readonly column: number | undefined;
  readonly repetition: string;
  readonly type: string;
  readonly physicalType: string;
  readonly maxDefinitionLevel: number;
  readonly maxRepetitionLevel: number;
  readonly fieldId: number | undefined;
  readonly children: readonly SchemaInfo[];
}

export interface FileInfo {
  readonly name: string;
  readonly byteLength: number;
  readonly rowCount: number;
  readonly createdBy: string | undefined;
  readonly version: number;
  readonly keyValues: readonly { readonly key: string; readonly value: string | undefined }[];
  readonly encryption: string | undefined;
  readonly footer: { readonly offset: number; readonly byteLength: number };
  readonly rowGroups: readonly { readonly rows: number; readonly storedBytes: number; readonly sortedBy: string }[];
  readonly regions: readonly RegionInfo[];
  readonly columns: readonly ColumnInfo[];
  readonly schema: SchemaInfo;
  readonly openedInMilliseconds: number;
}

export interface ChunkStatistics {
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly nulls: number | undefined;
  readonly distinct: number | undefined;
}

export interface ColumnDetail {
  readonly chunks: readonly (ChunkInfo & ChunkStatistics)[];
}

type Checksum = 'right' | 'wrong' | 'absent' | 'not read';

/** A page of a chunk. Fields that only the page header contains are undefined until the header is read. */
export interface PageInfo {
  readonly offset: number;
  /** Size of the header and the body in the file, in bytes. */
  readonly storedBytes: number;
  readonly kind: string | undefined;
  readonly encoding: string | undefined;
  readonly rawBytes: number | undefined;
  readonly slots: number | undefined;
  readonly nulls: number | undefined;
  readonly rows: number | undefined;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly checksum: Checksum;
  readonly fault: string | undefined;
}

/** Selects the pages to list, and whether to read their bodies. */
interface PagesInput {
  readonly rowGroup: number;
  readonly column: number;
  /** Maximum number of page headers to read. */
  readonly most: number;
  /** True to read the page bodies as well, and to verify their checksums. */
  readonly bodies: boolean;
}

/** The pages of a chunk, and the stretches of bytes in which no page could be read, in file order. */
export interface PageList {
  readonly pages: readonly PageInfo[];
  /**
   * True if the headers of all pages were read. False if the list contains only the first pages, or only the facts from
   * the page index.
   */
  readonly isComplete: boolean;
  /** Why the chunk or its page index cannot be read; undefined if it can. */
  readonly fault: string | undefined;
}

/** An index or filter of a chunk, stored outside its pages. */
export type StoredPart = 'column-index' | 'offset-index' | 'bloom-filter';

/** Bytes and their meaning, as shown in a hex view. */
export interface BytesInfo {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly fileOffset: number | undefined;
  readonly fields: readonly ByteField[];
}

/** A part of a file that cannot be opened. It was found by scanning the bytes of the file, not through the footer. */
export interface SalvagedPart {
  readonly kind: FoundPart['kind'];
  readonly offset: number;
  readonly byteLength: number;
  /** The contents of the page header, if the part is a page. */
  readonly page: Pick<PageInfo, 'kind' | 'encoding' | 'rawBytes' | 'slots'> | undefined;
  /**
   * Number of bytes of the part that would lie beyond the end of the file: 0 if the part is complete, undefined if the
   * number is not known.
   */
  readonly missingBytes: number | undefined;
  readonly fault: string | undefined;
}

export interface PageDetail {
  readonly page: PageInfo;
  readonly levelRuns: ExplainedPage['levelRuns'];
  /** The first values of the page as text; null for a null value. */
  readonly firstValues: readonly (string | null)[];
  readonly valuesFault: string | undefined;
  readonly parts: readonly BytesInfo[];
  readonly fault: string | undefined;
}

export interface Histogram {
  readonly bars: readonly { readonly label: string; readonly count: number }[];
  /** Whether each bar represents one of several value ranges of equal width, or one of the most frequent values. */
  readonly kind: 'ranges' | 'frequent values';
  readonly rows: number;
  readonly nulls: number;
  readonly others: number;
  readonly min: string | undefined;
  readonly max: string | undefined;
}

type CostPart =
  | { readonly kind: 'cost'; readonly column: number; readonly cost: EncodingCost | RefusedCost }
  | { readonly kind: 'done'; readonly column: number; readonly best: BestCost }
  | { readonly kind: 'fault'; readonly column: number; readonly fault: Fault }
  | { readonly kind: 'progress'; readonly progress: Progress };

/** The encoding and codec to write a column with. */
export interface Choice {
  readonly column: number;
  readonly encoding: number;
  readonly codec: number;
}

interface Rewritten {
  readonly blob: Blob;
  readonly byteLength: number;
}

interface QueryInput {
  /** Names of the top-level fields to read; empty to read all fields. */
  readonly columns: readonly string[];
  /** A predicate such as `delay > 60 and origin in ('SEA')`; empty for none. */
  readonly where: string;
  /** The rows to which the query is limited, as `[from, to)`; undefined for all rows of the file. */
  readonly rows: readonly [number, number] | undefined;
}

export interface PlanInfo {
  readonly rows: number;
  readonly bytes: { readonly read: number; readonly metadata: number; readonly file: number };
  readonly reads: readonly {
    readonly offset: number;
    readonly byteLength: number;
    readonly column: string;
    readonly rowGroup: number;
    readonly phase: string;
  }[];
  readonly skipped: readonly {
    readonly rowGroup: number;
    readonly rows: number;
    readonly by: string;
    readonly column: string;
    readonly why: string;
  }[];
  readonly ignored: readonly { readonly rowGroup: number; readonly column: string; readonly why: string }[];
  readonly groups: readonly {
    readonly rowGroup: number;
    readonly rows: number;
    readonly decided: string;
    readonly why: string | undefined;
  }[];
}

export interface QueryStart {
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly plan: PlanInfo;
}

/** The number of matching rows found so far. It grows while row groups are scanned. */
export interface QueryCount {
  readonly rows: number;
  readonly isFinal: boolean;
  readonly progress: Progress;
}

export interface RowWindow {
  /** Position of the first returned row among all rows of the query, counted from 0. */
  readonly from: number;
  /** The text of each cell, row by row; null for a null. */
  readonly rows: readonly (readonly (string | null)[])[];
}

/** One read from the file. */
export interface ReadEvent {
  readonly offset: number;
  readonly byteLength: number;
}

/** For each call to the worker: its arguments, its result, and the partial results reported before the result. */
interface Calls {
  open: { args: { input: FileInput; keys: KeyInput | undefined }; result: FileInfo; part: Progress };
  column: { args: { column: number }; result: ColumnDetail; part: never };
  pages: { args: PagesInput; result: PageList; part: readonly PageInfo[] };
  page: { args: { rowGroup: number; column: number; offset: number; from: number }; result: PageDetail; part: never };
  partBytes: {
    args: { rowGroup: number; column: number; part: StoredPart; from: number };
    result: BytesInfo;
    part: never;
  };
  footerBytes: { args: { from: number }; result: BytesInfo; part: never };
  salvage: { args: Record<never, never>; result: null; part: readonly SalvagedPart[] };
  salvagedBytes: { args: SalvagedPart; result: BytesInfo; part: never };
  histogram: { args: { column: number; rowGroup: number | undefined }; result: Histogram; part: Progress };
  costs: { args: { columns: readonly number[]; speed: boolean }; result: null; part: CostPart };
  rewrite: { args: { choices: readonly Choice[] }; result: Rewritten; part: Progress };
  query: { args: QueryInput; result: QueryStart; part: never };
  count: { args: Record<never, never>; result: number; part: QueryCount };
  rows: { args: { from: number; to: number }; result: RowWindow; part: never };
}

export type CallName = keyof Calls;
export type Args<Name extends CallName> = Calls[Name]['args'];
export type Result<Name extends CallName> = Calls[Name]['result'];
export type Part<Name extends CallName> = Calls[Name]['part'];

export type ToWorker =
  | { readonly type: 'call'; readonly id: number; readonly name: CallName; readonly args: unknown }
  | { readonly type: 'abort'; readonly id: number };

export type FromWorker =
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | { readonly type: 'fault'; readonly id: number; readonly fault: Fault }
  | { readonly type: 'part'; readonly id: number; readonly part: unknown }
  | { readonly type: 'reads'; readonly reads: readonly ReadEvent[] };
