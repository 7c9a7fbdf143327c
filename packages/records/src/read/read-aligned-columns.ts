/**
 * Reads whole columns as arrays with one entry per row, so that entry `i` of every column belongs to row `i`.
 *
 *   rows       7     null   25
 *   values     7     0      25        validity  101
 */
import {
  bytesOf,
  isTurnDue,
  limitError,
  onDemand,
  ParquetError,
  PhysicalType,
  requireKnownOptions,
  yieldToEventLoop,
} from '@marquetry/core';
import {
  leavesOf,
  type ParquetFile,
  type ReadBatchesOptions,
  readOptionNames,
  type TypedColumn,
} from '@marquetry/file';
import { float16ToNumber } from '@marquetry/logical';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { toStrings } from './to-strings.js';

/**
 * The entries of a column: a typed array of numbers or bytes, or an array of strings with `null` for rows without a
 * value.
 */
export type AlignedValues =
  | Uint8Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array
  | readonly (string | null)[];

/** A whole column with one entry per row. */
export interface AlignedColumn<V extends AlignedValues = AlignedValues> {
  /**
   * The entries. INT32, INT64, FLOAT and DOUBLE columns are typed arrays of that type, unsigned integers are unsigned
   * arrays, FLOAT16 is a Float32Array, and BOOLEAN is a Uint8Array of 0 and 1. Text columns are arrays of strings, with
   * `null` for nulls. Columns of other types are bytes; see `offsets` and `width`. In typed arrays, a null is 0 or, in
   * a BYTE_ARRAY column, empty.
   */
  readonly values: V;
  /** One bit per row, least significant first: 1 if the row has a value. Undefined if all rows have values. */
  readonly validity: Uint8Array | undefined;
  readonly nullCount: number;
  readonly rowCount: number;
  /** For BYTE_ARRAY columns: the value of row `i` consists of the bytes from `offsets[i]` to `offsets[i + 1]`. */
  readonly offsets: Int32Array | undefined;
  /** For FIXED_LEN_BYTE_ARRAY and INT96 columns: the number of bytes per row. */
  readonly width: number | undefined;
}

/** Columns by path, all for the same rows. The object has no prototype, so that any path is safe as a key. */
export type AlignedColumns<T = Readonly<Record<string, AlignedValues>>> = {
  readonly [Path in keyof T]: AlignedColumn<T[Path] & AlignedValues>;
};

/** Options that select the columns and rows to read. */
export type ReadColumnsOptions = Omit<
  ReadBatchesOptions,
  'spaced' | 'decodeDictionaries' | 'memory' | 'share' | 'beside'
>;

const paths = onDemand(() => import('@marquetry/variant/paths'));

const { spaced: _1, decodeDictionaries: _2, memory: _3, share: _4, beside: _5, ...optionNames } = readOptionNames;

/**
 * Reads whole columns, each with one entry per row. The arrays do not share memory with the file. A path into a
 * VARIANT, such as `event.user.id`, becomes a column of the type to which it is shredded.
 * @throws ParquetError as `file.columnBatches` does; UNSUPPORTED for a repeated column, for two columns with the same
 * path, and for a path into a VARIANT at which there are values of other types; LIMIT above `limits.resultBytes`;
 * CORRUPT for text that is not UTF-8.
 */
export async function readAlignedColumns(
  given: ParquetFile,
  asked: ReadColumnsOptions = {},
): Promise<Readonly<Record<string, AlignedColumn>>> {
  requireKnownOptions('readColumns', asked, optionNames);
  // Every VARIANT has a column named `metadata`, so load the code for VARIANTs only if there is such a column.
  const hasPaths = (asked.columns || asked.where) && given.schema.leaves.some(({ name }) => name === 'metadata');
  const [file, options] = hasPaths ? await (await paths.load()).withTypedPaths(given, asked) : [given, asked];
  const leaves = leavesOf(file.schema, options.columns);
  const builders = leaves.map((leaf) => new AlignedBuilder(leaf));
  if (new Set(builders.map(({ path }) => path)).size < leaves.length) {
    throw new ParquetError('UNSUPPORTED', 'two of the columns have the same path: read them with `leafBatches`');
  }
  let byteLength = 0;
  const read = { ...options, columns: leaves, spaced: true, decodeDictionaries: (leaf: LeafNode) => !isText(leaf) };
  for await (const columns of file.leafBatches(read)) {
    for (const [i, column] of columns.entries()) {
      byteLength += (builders[i] as AlignedBuilder).append(column);
      if (byteLength > file.limits.resultBytes)
        throw limitError('resultBytes', file.limits, `the memory for the columns (at least ${byteLength} bytes)`);
      while (isTurnDue()) await yieldToEventLoop(options.signal);
    }
  }
  const found: Record<string, AlignedColumn> = Object.create(null);
  for (const builder of builders) found[builder.path] = builder.finish();
  return found;
}

function isText({ type, annotation }: LeafNode): boolean {
  const kind = annotation?.kind;
  return type === PhysicalType.BYTE_ARRAY && (kind === 'STRING' || kind === 'ENUM' || kind === 'JSON');
}

/** Collects the batches of one column. */
class AlignedBuilder {
  declare readonly path: string;
  declare private readonly leaf: LeafNode;
  /**
   * Copies of the bytes of each batch's entries. Copies are necessary because a batch may share memory with the file.
   */
  private readonly parts: Uint8Array[] = [];
  private readonly lengths: number[] = [];
  private readonly texts: (string | null)[] = [];
  private readonly nullRows: number[] = [];
  private rowCount = 0;

  constructor(leaf: LeafNode) {
    this.path = formatPath(leaf.path);
    this.leaf = leaf;
    if (leaf.maxRepetitionLevel > 0) {
      const what =
        'a repeated column does not have one entry per row: omit it from `columns`, or read it with `nestedBatches`';
      throw new ParquetError('UNSUPPORTED', what, { column: this.path });
    }
  }

  /** Adds a batch, and returns the approximate number of bytes that its entries take. */
  append({ values, nulls, rowCount }: TypedColumn): number {
    const first = this.rowCount;
    const nullsBefore = this.nullRows.length;
    this.rowCount += rowCount;
    if (nulls.nullCount > 0) {
      const { maxDefinitionLevel } = this.leaf;
      for (let i = 0; i < rowCount; i++) {
        const isNull =
          nulls.kind === 'bitmap'
            ? (((nulls.bits[i >> 3] as number) >> (i & 7)) & 1) === 0
            : nulls.kind === 'levels' && nulls.definition[i] !== maxDefinitionLevel;
        if (isNull) this.nullRows.push(first + i);
      }
    }
    if (isText(this.leaf)) {
      let bytes = 0;
      const strings: readonly (string | null | undefined)[] = toStrings(values);
      for (const text of strings) {
        bytes += 16 + 2 * (text?.length ?? 0);
        this.texts.push(text ?? null);
      }
      for (let i = nullsBefore; i < this.nullRows.length; i++) this.texts[this.nullRows[i] as number] = null;
      return bytes;
    }
    const data = entriesOf(values);
    if (values.layout === 'bytes') {
      for (let i = 0; i < rowCount; i++)
        this.lengths.push((values.offsets[i + 1] as number) - (values.offsets[i] as number));
    } else {
      const width = data.length / Math.max(rowCount, 1);
      for (let i = nullsBefore; i < this.nullRows.length; i++) {
        const at = ((this.nullRows[i] as number) - first) * width;
        data.fill(0, at, at + width);
      }
    }
    this.parts.push(data);
    return data.length + (values.layout === 'bytes' ? 12 * rowCount : 0);
  }

  finish(): AlignedColumn {
    const { rowCount, nullRows, leaf } = this;
    const validity = nullRows.length === 0 ? undefined : new Uint8Array(Math.ceil(rowCount / 8)).fill(255);
    if (validity !== undefined) {
      for (const row of nullRows) validity[row >> 3] = (validity[row >> 3] as number) & ~(1 << (row & 7));
      if ((rowCount & 7) !== 0)
        validity[validity.length - 1] = (validity.at(-1) as number) & ((1 << (rowCount & 7)) - 1);
    }
    const shape = { validity, nullCount: nullRows.length, rowCount, offsets: undefined, width: undefined };
    if (isText(leaf)) return { ...shape, values: this.texts };
    const bytes = new Uint8Array(this.parts.reduce((sum, { length }) => sum + length, 0));
    let position = 0;
    for (const part of this.parts) {
      bytes.set(part, position);
      position += part.length;
    }
    if (leaf.type === PhysicalType.BYTE_ARRAY)
      return { ...shape, values: bytes, offsets: offsetsOf(this.lengths, this.path) };
    const isBytes = leaf.type === PhysicalType.INT96 || leaf.type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
    const values = numbersOf(leaf, bytes);
    return { ...shape, values, width: isBytes && leaf.annotation?.kind !== 'FLOAT16' ? leaf.width : undefined };
  }
}

/** Returns a copy of the bytes of the entries, with one byte per BOOLEAN. */
function entriesOf(values: TypedColumn['values']): Uint8Array {
  const { length } = values;
  switch (values.layout) {
    case 'bits':
      return Uint8Array.from({ length }, (_, i) => ((values.data[i >> 3] as number) >> (i & 7)) & 1);
    case 'fixed':
      return new Uint8Array(bytesOf(values.data).subarray(0, length * values.width));
    case 'bytes':
      return new Uint8Array(values.data.subarray(values.offsets[0], values.offsets[length]));
    case 'dictionary':
      throw new ParquetError('INVALID_ARGUMENT', 'the batch must contain decoded values, got dictionary indices');
  }
}

function numbersOf({ type, annotation }: LeafNode, { buffer }: Uint8Array): AlignedValues {
  const isUnsigned = annotation?.kind === 'INTEGER' && !annotation.isSigned;
  switch (type) {
    case PhysicalType.INT32:
      return isUnsigned ? new Uint32Array(buffer) : new Int32Array(buffer);
    case PhysicalType.INT64:
      return isUnsigned ? new BigUint64Array(buffer) : new BigInt64Array(buffer);
    case PhysicalType.FLOAT:
      return new Float32Array(buffer);
    case PhysicalType.DOUBLE:
      return new Float64Array(buffer);
    default:
      return annotation?.kind === 'FLOAT16'
        ? Float32Array.from(new Uint16Array(buffer), float16ToNumber)
        : new Uint8Array(buffer);
  }
}

function offsetsOf(lengths: readonly number[], column: string): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  let end = 0;
  for (let i = 0; i < lengths.length; i++) {
    end += lengths[i] as number;
    if (end > 2 ** 31 - 1)
      throw new ParquetError('LIMIT', 'the column has more than 2^31 - 1 bytes: read fewer rows', { column });
    offsets[i + 1] = end;
  }
  return offsets;
}
