/**
 * Splits and their results, as plain data for JSON. One split and one result are one line each.
 */
import type { Where } from '@marquetry/file';
import type { Json } from './json.js';

/** A file to read: its place, and the bytes that it had when it was planned. */
export interface SplitSource {
  /** A path, an http or https URL, or an address that the caller's `resolve` knows, such as `s3://bucket/key`. */
  readonly uri: string;
  readonly byteLength: number;
  /** The `version` of the `ByteSource`; absent if the source could not tell. */
  readonly version?: string;
}

/** The part of a split in one file. */
export interface SplitPart {
  readonly source: SplitSource;
  /**
   * The footer with only the columns and row groups of this part: a Thrift `FileMetaData`, as base64. Absent if the file is
   * encrypted: the worker then reads the footer of the file, whose bytes are in `ranges`.
   */
  readonly footer?: string;
  /** The ordinals of the row groups in the file. */
  readonly rowGroups: readonly number[];
  /** The rows to read, as ascending ranges `[from, to)`. Row 0 is the first row of the first of `rowGroups`. */
  readonly rows: readonly (readonly [from: number, to: number])[];
  /** The bytes to fetch, ascending: `[offset, length]` per request. */
  readonly ranges: readonly (readonly [offset: number, length: number])[];
}

/** The encodings, codecs and keys that a worker needs to read a split. */
export interface SplitNeeds {
  /** The ids of the encodings. */
  readonly encodings: readonly number[];
  /** The ids of the codecs, without UNCOMPRESSED. */
  readonly codecs: readonly number[];
  /** True if a file is encrypted, so that keys are needed. */
  readonly encrypted: boolean;
}

/** The place of a split in its plan. */
export interface PlaceInPlan {
  /** The id of the plan: equal plans have equal ids. */
  readonly id: string;
  /** The number of splits of the plan. */
  readonly splits: number;
  /** The position of the split, from 0. Outputs are joined in this order. */
  readonly index: number;
}

/** A piece of work: rows of files, and all that a worker needs to read them. Plain data, which can be sent as JSON. */
export interface Split {
  readonly version: 1;
  /** The SHA-256 of the rest in canonical JSON, in hexadecimal: a queue can use it to recognise a repeated split. */
  readonly id: string;
  readonly parts: readonly SplitPart[];
  /** The paths of the columns that the output has. Empty if only rows are counted. */
  readonly columns: readonly string[];
  /** The predicate that rows must pass. Absent if all rows are read. */
  readonly where?: Where;
  readonly needs: SplitNeeds;
  /** The rows that may pass, and the bytes that are fetched. */
  readonly estimate: { readonly rows: number; readonly bytes: number };
  readonly plan: PlaceInPlan;
}

/** The splits of a plan, in the order of its rows. */
export interface SplitPlan {
  /** The id of the plan, which each split repeats. */
  readonly id: string;
  readonly splits: readonly Split[];
}

/** A file that executing a split has written. */
export interface SplitOutput {
  /** The key of the file in the output store. */
  readonly uri: string;
  readonly byteLength: number;
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  readonly rows: number;
  readonly rowGroups: number;
}

/** The reads and the processor time of one execution. */
export interface SplitMetrics {
  /** The number of bytes that were read from the sources: those of the split's `estimate`, unless a file states wrong sizes. */
  readonly bytesRead: number;
  /** The number of reads of the sources. */
  readonly requests: number;
  /** The processor time of the process, or of the worker thread, in milliseconds. 0 where the runtime does not tell. */
  readonly cpuMs: number;
}

/** The result of a split. Without a large `value`, its JSON has less than 2 KB. */
export interface SplitResult {
  readonly splitId: string;
  /** The name of this attempt. */
  readonly attempt: string;
  /** The name of the task. */
  readonly task: string;
  readonly plan: PlaceInPlan;
  /** The file that was written; absent if the task writes none. */
  readonly output?: SplitOutput;
  /** The value that the task returned; absent if it returned none. */
  readonly value?: Json;
  readonly metrics: SplitMetrics;
  /** The versions on which the bytes of the output depend: of Marquetry, the runtime and its codecs. */
  readonly environment: string;
}
