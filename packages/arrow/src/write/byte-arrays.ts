/** Converts Arrow strings and binary values to Parquet's byte arrays. Arrow stores them with offsets of 32 or 64 bits, or as views. */
import { type BytesValues, type ErrorCode, ParquetError, PhysicalType, viewOf } from '@marquetry/core';
import { type Data, Type } from 'apache-arrow';
import { type Entries, isValid, misfit } from '../entries.js';

/**
 * Returns the values as byte arrays. If the Arrow data has offsets, the bytes of the values are not copied.
 * @throws ParquetError INVALID_ARGUMENT for offsets or views that are out of range; LIMIT for 2 GiB or more in one batch.
 */
export function byteArrays(data: Data, entries: Entries): BytesValues {
  switch (data.type.typeId) {
    case Type.Utf8View:
    case Type.BinaryView:
      return viewedBytes(data, entries);
    case Type.LargeUtf8:
    case Type.LargeBinary:
      return offsetBytes(data, narrowOffsets(data, entries), entries);
    default:
      return offsetBytes(data, { offsets: data.valueOffsets, start: 0 }, entries);
  }
}

interface Offsets {
  readonly offsets: Int32Array;
  /** The first offset, which was subtracted from all offsets. */
  readonly start: number;
}

function offsetBytes({ length, values }: Data, { offsets, start }: Offsets, entries: Entries): BytesValues {
  const data: Uint8Array = (values ?? new Uint8Array()).subarray(start);
  if (length === 0) return bytes(0, new Int32Array(1), data);
  if (offsets === undefined || offsets.length <= length)
    throw invalid(entries, `the column has too few offsets for ${length} values`);
  for (let i = 0, from = offsets[0] as number; i < length; i++) {
    const to = offsets[i + 1] as number;
    if (from < 0 || to < from || to > data.length) {
      throw misfit(
        'INVALID_ARGUMENT',
        entries,
        i,
        `the offsets ${from} and ${to} do not delimit a range within the ${data.length} data bytes`,
      );
    }
    from = to;
  }
  return bytes(length, offsets.subarray(0, length + 1), data);
}

function bytes(length: number, offsets: Int32Array, data: Uint8Array): BytesValues {
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length, offsets, data };
}

/**
 * Converts 64-bit offsets to 32 bits, by subtracting the first offset from all of them.
 * @throws ParquetError INVALID_ARGUMENT for too few offsets; LIMIT if the first and the last offset differ by 2^31 or
 * more.
 */
export function narrowOffsets({ length, valueOffsets }: Data, entries: Pick<Entries, 'column'>): Offsets {
  const wide: BigInt64Array | undefined = valueOffsets;
  if (length === 0) return { offsets: new Int32Array(1), start: 0 };
  if (wide === undefined || wide.length <= length)
    throw invalid(entries, `the column has too few offsets for ${length} values`);
  const start = Number(wide[0]);
  const words = new Int32Array(wide.buffer, wide.byteOffset, 2 * (length + 1));
  const offsets = new Int32Array(length + 1);
  for (let i = 0; i <= length; i++) {
    const offset = (words[2 * i + 1] as number) * 2 ** 32 + ((words[2 * i] as number) >>> 0) - start;
    if (offset >= 2 ** 31)
      throw invalid(
        entries,
        'the column has 2^31 or more bytes or entries in one record batch: use smaller batches',
        'LIMIT',
      );
    // A negative 64-bit offset is still negative after this conversion. The caller rejects it.
    offsets[i] = Math.max(offset, -1);
  }
  return { offsets, start };
}

function invalid(
  { column }: Pick<Entries, 'column'>,
  what: string,
  code: ErrorCode = 'INVALID_ARGUMENT',
): ParquetError {
  return new ParquetError(code, what, { column });
}

const viewBytes = 16;
/**
 * A view contains its value if the value has at most this many bytes (Columnar.rst, "Variable-size Binary View
 * Layout"). Longer values are in a separate buffer.
 */
const inlineBytes = 12;

/** Copies the values of views, because views may be in any order and refer to several buffers. */
function viewedBytes({ length, values, variadicBuffers }: Data, entries: Entries): BytesValues {
  const views: Uint8Array = values ?? new Uint8Array();
  if (views.length < viewBytes * length) throw invalid(entries, `the column has too few views for ${length} values`);
  const header = viewOf(views);
  const offsets = new Int32Array(length + 1);
  let total = 0;
  for (let i = 0; i < length; i++) {
    if (isValid(entries, i)) total += Math.max(0, header.getInt32(viewBytes * i, true));
    if (total >= 2 ** 31)
      throw invalid(entries, 'the column has 2 GiB or more in one record batch: use smaller batches', 'LIMIT');
    offsets[i + 1] = total;
  }
  const data = new Uint8Array(total);
  for (let i = 0; i < length; i++) {
    const size = (offsets[i + 1] as number) - (offsets[i] as number);
    if (size === 0) continue;
    const at = viewBytes * i;
    const isInline = size <= inlineBytes;
    const buffer = isInline ? views : variadicBuffers[header.getInt32(at + 8, true)];
    const from = isInline ? at + 4 : header.getInt32(at + 12, true);
    if (buffer === undefined || from < 0 || from + size > buffer.length) {
      throw misfit('INVALID_ARGUMENT', entries, i, `a view refers to ${size} bytes that are not all within its buffer`);
    }
    data.set(buffer.subarray(from, from + size), offsets[i]);
  }
  return bytes(length, offsets, data);
}
