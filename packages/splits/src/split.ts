/**
 * Splits and their results, as plain data that JSON can represent. Each split and each result is one line of JSON.
 */
import type { Where } from '@marquetry/file';
import type { Json } from './json.js';

/** A file to read: its address, and its size and version when it was planned. */
export interface SplitSource {
  /** A path, an http or https URL, or an address that the caller's `resolve` supports, such as `s3://bucket/key`. */
  readonly uri: string;
  readonly byteLength: number;
  /** The `version` of the `ByteSource`; absent if the source has none. */
  readonly version?: string;
}

/** The part of a split that lies in one file. */
export interface SplitPart {
  readonly source: SplitSource;
  /**
   * The footer of the file, reduced to the columns and row groups of this part: a Thrift `FileMetaData`, as base64. Absent if the file is encrypted; the worker
   * then reads the footer from the file, and `ranges` includes its bytes.
   */
  readonly footer?: string;
  /** The ordinals of the row groups in the file. */
  readonly rowGroups: readonly number[];
  /** The rows to read, as ascending ranges `[from, to)`. Row 0 is the first row of the first of `rowGroups`. */
  readonly rows: readonly (readonly [from: number, to: number])[];
  /** The requests to make, as `[offset, length]` in bytes, ascending. */
  readonly ranges: readonly (readonly [offset: number, length: number])[];
}

/** The requirements for a worker that reads a split: encodings, codecs, and possibly decryption keys. */
export interface SplitNeeds {
  /** The ids of the required encodings. */
  readonly encodings: readonly number[];
  /** The ids of the required codecs, except UNCOMPRESSED. */
  readonly codecs: readonly number[];
  /** True if a file is encrypted, so that decryption keys are needed. */
  readonly encrypted: boolean;
}

/** The place of a split in its plan. */
export interface PlaceInPlan {
  /** The id of the plan: equal plans have equal ids. */
  readonly id: string;
  /** The number of splits in the plan. */
  readonly splits: number;
  /** The position of the split in the plan, counted from 0. Outputs are joined in this order. */
  readonly index: number;
}

/** A unit of work: rows of one or more files, and everything that a worker needs to read them. It is plain data, which can be sent as JSON. */
export interface Split {
  readonly version: 1;
  /** The SHA-256 of the other members as canonical JSON, in hexadecimal. A queue can use it to recognize a repeated split. */
  readonly id: string;
  readonly parts: readonly SplitPart[];
  /** The paths of the columns of the output. Empty if rows are only counted. */
  readonly columns: readonly string[];
  /** The predicate that rows must pass. Absent if all rows pass. */
  readonly where?: Where;
  readonly needs: SplitNeeds;
  /** The maximum number of rows that pass the predicate, and the number of bytes to fetch. */
  readonly estimate: { readonly rows: number; readonly bytes: number };
  readonly plan: PlaceInPlan;
}

/** The splits of a plan, in the order of its rows. */
export interface SplitPlan {
  /** The id of the plan, which each split repeats. */
  readonly id: string;
  readonly splits: readonly Split[];
}

/** The file that an execution of a split wrote. */
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
  /** The number of bytes read from the sources. It equals `estimate.bytes` of the split, unless a file states wrong sizes. */
  readonly bytesRead: number;
  /** The number of reads from the sources. */
  readonly requests: number;
  /** The processor time of the process, or of the worker thread, in milliseconds; 0 if the runtime cannot measure it. */
  readonly cpuMs: number;
}

/** The result of a split. Its JSON is smaller than 2 KB, unless `value` is large. */
export interface SplitResult {
  readonly splitId: string;
  /** The name of the attempt that produced this result. */
  readonly attempt: string;
  /** The name of the task. */
  readonly task: string;
  /** The SHA-256 of the name and the options of the task, in hexadecimal. Results with different ids are never committed together. */
  readonly taskId: string;
  readonly plan: PlaceInPlan;
  /** The file that was written; absent if the task does not write. */
  readonly output?: SplitOutput;
  /** The value that the task returned; absent if it returned none. */
  readonly value?: Json;
  readonly metrics: SplitMetrics;
  /** The versions of Marquetry, the runtime and its codecs, on which the bytes of the output depend. */
  readonly environment: string;
}
