/**
 * JSON lines as UTF-8, without a string for each row: most cells of most files are dictionary entries, numbers and ASCII.
 *
 *   {"year":2013,"carrier":"UA","dest":null}
 *   ───┬────┬────╴                                 key and value are appended together, those of an entry from a kept copy
 *     key  value
 *
 * Any other value is what `@marquetry/json` makes of it.
 */
import type { NestedColumn, NestedLeaf } from '@marquetry/column';
import { defaultLimits, limitError, PhysicalType } from '@marquetry/core';
import { createFieldWriter, type FieldWriter } from '@marquetry/json';
import type { Field } from '@marquetry/schema';
import {
  appendBytes,
  appendInteger,
  appendPart,
  appendText,
  type ByteText,
  byteTextOf,
  createByteText,
  reserve,
} from './byte-text.js';

/** Appends a cell with its key. */
type AppendCell = (to: ByteText, row: number) => void;

/** Appends a row with its line end. @throws ParquetError LIMIT for a row that is too long. */
export type AppendRow = (to: ByteText, row: number) => void;

/** Bytes of a row, at most: those of its text in memory are a part of `limits.memoryBytes`. */
const mostLength = defaultLimits.memoryBytes / 8;

/** Binds the columns of a batch, column `i` of field `i`. */
export function createRowAppender(fields: readonly Field[]): (columns: readonly NestedColumn[]) => AppendRow {
  const binds = fields.map((field, i) =>
    createCellAppender(field, `${i === 0 ? '{' : ','}${JSON.stringify(field.name)}:`),
  );
  const end = byteTextOf(fields.length === 0 ? '{}\n' : '}\n');
  return (columns) => {
    const cells = binds.map((bind, i) => bind(columns[i] as NestedColumn));
    return (to, row) => {
      const start = to.length;
      for (let i = 0; i < cells.length; i++) {
        (cells[i] as AppendCell)(to, row);
        if (to.length - start > mostLength)
          throw limitError('memoryBytes', defaultLimits, `a row of ${to.length - start} bytes or more`);
      }
      appendPart(to, end, 0, end.length);
    };
  };
}

function createCellAppender(field: Field, key: string): (column: NestedColumn) => AppendCell {
  const writer = createFieldWriter(field);
  const keyBytes = byteTextOf(key);
  const none = byteTextOf(`${key}null`);
  const bindEntries = createEntryAppender(key);
  return (column) => {
    const text = textAppender(keyBytes, writer(column));
    if (column.kind !== 'leaf' || field.kind !== 'leaf') return text;
    const append =
      column.values.layout === 'dictionary'
        ? bindEntries(column, writer(column), text)
        : (plainAppender(field, column, keyBytes, text) ?? text);
    if (append === text || column.nulls.kind === 'none') return append;
    const { bits } = column.nulls;
    return (to, row) => {
      if (((bits[row >> 3] as number) >> (row & 7)) & 1) append(to, row);
      else appendPart(to, none, 0, none.length);
    };
  };
}

/** Cells by their text, nulls too. */
function textAppender(key: ByteText, write: ReturnType<FieldWriter>): AppendCell {
  return (to, row) => {
    appendPart(to, key, 0, key.length);
    appendText(to, write(row));
  };
}

/** Larger dictionaries, and longer texts together, are not kept. */
const mostEntries = 2 ** 16;
const mostKept = 2 ** 22;

/** Cells of dictionary columns: an entry with its key is kept when it is first written. */
function createEntryAppender(
  key: string,
): (column: NestedLeaf, write: ReturnType<FieldWriter>, text: AppendCell) => AppendCell {
  let dictionary: unknown;
  let kept = createByteText(0);
  /** Where each entry starts and ends, side by side, so that both are in one line of the processor's cache. */
  let places = new Int32Array(0);
  return ({ values }, write, text) => {
    if (values.layout !== 'dictionary' || values.dictionary.length > mostEntries) return text;
    // The batches of a chunk share its dictionary.
    if (values.dictionary !== dictionary) {
      dictionary = values.dictionary;
      kept = createByteText(2 ** 10);
      places = new Int32Array(2 * values.dictionary.length);
    }
    const { indices } = values;
    const [at, texts] = [places, kept];
    return (to, row) => {
      const place = 2 * (indices[row] as number);
      // No text is empty, so that an end of 0 stands for none.
      if (at[place + 1] === 0) {
        if (texts.length > mostKept) {
          text(to, row);
          return;
        }
        at[place] = texts.length;
        appendText(texts, key + write(row));
        at[place + 1] = texts.length;
      }
      const start = at[place] as number;
      appendPart(to, texts, start, (at[place + 1] as number) - start);
    };
  };
}

/** Cells of columns whose values have a short form that is quickly written; undefined for others. */
function plainAppender(
  { leaf: { type, annotation } }: Field & { readonly kind: 'leaf' },
  { values }: NestedLeaf,
  key: ByteText,
  text: AppendCell,
): AppendCell | undefined {
  const kind = annotation?.kind;
  if (values.layout === 'bytes') {
    return kind === 'STRING' || kind === 'ENUM' || kind === 'JSON' ? asciiAppender(values, key, text) : undefined;
  }
  if (values.layout !== 'fixed') return undefined;
  const { data } = values;
  const isInteger = kind === undefined || (annotation?.kind === 'INTEGER' && annotation.isSigned);
  if (data instanceof Int32Array && type === PhysicalType.INT32 && isInteger) {
    return (to, row) => {
      const value = data[row] as number;
      if (value === -0x80000000) return text(to, row);
      appendPart(to, key, 0, key.length);
      appendInteger(to, value);
    };
  }
  if (data instanceof BigInt64Array && type === PhysicalType.INT64 && isInteger) {
    const words = new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
    return (to, row) => {
      const low = words[2 * row] as number;
      // The upper half repeats the sign of the lower.
      if (words[2 * row + 1] !== low >> 31 || low === -0x80000000) return text(to, row);
      appendPart(to, key, 0, key.length);
      appendInteger(to, low);
    };
  }
  if (data instanceof Float64Array && kind === undefined) {
    return (to, row) => {
      const value = data[row] as number;
      // 0 may be -0.
      if ((value | 0) !== value || value === 0 || value === -0x80000000) return text(to, row);
      appendPart(to, key, 0, key.length);
      appendInteger(to, value);
      reserve(to, 2);
      to.bytes[to.length++] = 0x2e;
      to.bytes[to.length++] = 0x30;
    };
  }
  return undefined;
}

/** Strings that are their own JSON between quotes are copied. */
function asciiAppender(
  { offsets, data }: { readonly offsets: Int32Array; readonly data: Uint8Array },
  key: ByteText,
  text: AppendCell,
): AppendCell {
  return (to, row) => {
    const from = offsets[row] as number;
    const end = offsets[row + 1] as number;
    for (let i = from; i < end; i++) {
      const byte = data[i] as number;
      if (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c) return text(to, row);
    }
    appendPart(to, key, 0, key.length);
    reserve(to, end - from + 2);
    to.bytes[to.length++] = 0x22;
    appendBytes(to, data, from, end);
    to.bytes[to.length++] = 0x22;
  };
}
