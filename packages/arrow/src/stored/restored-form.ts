/**
 * Restores Arrow types that the stored Arrow schema contains but Parquet does not have. The values are the same as
 * without the stored schema; only their type differs.
 *
 *   without the stored schema   restored
 *   Utf8                        LargeUtf8, Utf8View
 *   Binary                      LargeBinary, BinaryView
 *   Int64                       Duration
 *   Timestamp in UTC            Timestamp with a time zone
 *   Decimal128                  Decimal256
 *
 * Other types that Parquet does not have, such as times in seconds or dates in milliseconds, are not restored, because
 * the writer has converted their values.
 */
import type { Steps } from '@marquetry/core';
import type { DataType, Decimal, Int, Timestamp } from 'apache-arrow';
import * as arrow from 'apache-arrow';
import { decimalForm } from '../read/decimals.js';
import { type LeafForm, sharedForm } from '../read/leaf-form.js';
import { inStrides } from '../read/strides.js';
import { type StoredField, StoredType } from './stored-schema.js';

/**
 * Returns the form (Arrow type and conversion) for the stored type, or the given form if there is nothing to restore.
 * Returns `undefined` if the stored type contradicts the type of the column.
 */
export function restoredForm(form: LeafForm, stored: StoredField): LeafForm | undefined {
  const { type } = form;
  const { typeId } = stored;
  switch (type.typeId) {
    case StoredType.Utf8:
      if (typeId === StoredType.LargeUtf8) return largeForm(new arrow.LargeUtf8());
      // Versions of apache-arrow that do not implement view types, such as 20, keep the type without views.
      if (typeId === StoredType.Utf8View) return arrow.Utf8View === undefined ? form : viewsForm(new arrow.Utf8View());
      break;
    case StoredType.Binary:
      if (typeId === StoredType.LargeBinary) return largeForm(new arrow.LargeBinary());
      if (typeId === StoredType.BinaryView)
        return arrow.BinaryView === undefined ? form : viewsForm(new arrow.BinaryView());
      break;
    case StoredType.Int:
      return restoredInteger(form, stored);
    case StoredType.Timestamp:
      return restoredTimestamp(form, stored);
    case StoredType.Decimal: {
      const { precision, scale } = type as Decimal;
      if (typeId !== StoredType.Decimal || stored.precision !== precision || stored.scale !== scale) return undefined;
      return stored.bitWidth === 256 ? decimalForm(precision, scale, 256) : form;
    }
    case StoredType.Date:
    case StoredType.Time:
    case StoredType.Interval:
      return typeId === type.typeId ? form : undefined;
    default:
  }
  return isStored(type, stored) ? form : undefined;
}

function restoredInteger(form: LeafForm, { typeId, bitWidth = 0, unit = -1 }: StoredField): LeafForm | undefined {
  const own = form.type as Int;
  if (typeId === StoredType.Int) return bitWidth <= own.bitWidth ? form : undefined;
  const isDuration = typeId === StoredType.Duration && own.bitWidth === 64 && own.isSigned;
  return isDuration && arrow.TimeUnit[unit] !== undefined ? sharedForm(new arrow.Duration(unit)) : undefined;
}

function restoredTimestamp(form: LeafForm, { typeId, timezone = null }: StoredField): LeafForm | undefined {
  const own = form.type as Timestamp;
  if (typeId !== StoredType.Timestamp) return undefined;
  const isInstant = timezone !== null && timezone !== '';
  if (own.timezone === 'UTC') return isInstant ? { ...form, type: new arrow.Timestamp(own.unit, timezone) } : undefined;
  return isInstant ? undefined : form;
}

const parameters = ['bitWidth', 'isSigned', 'precision', 'scale', 'unit', 'timezone', 'byteWidth'] as const;

/** True if `type` equals the type in the stored Arrow schema. `type` must not be a list, map or struct. */
export function isStored(type: DataType, stored: StoredField): boolean {
  const own = type as unknown as Partial<Record<string, unknown>>;
  return (
    type.typeId === stored.typeId &&
    parameters.every((name) => stored[name] === undefined || (stored[name] || null) === (own[name] || null))
  );
}

/**
 * Returns the form (Arrow type and conversion) of LargeUtf8 and LargeBinary. Offsets are converted to 64 bits; the
 * bytes are shared with the column.
 */
function largeForm(type: DataType): LeafForm {
  return {
    type,
    *buffersOf(values) {
      if (values.layout !== 'bytes') return {};
      return { offsets: yield* wideOffsets(values.offsets), values: values.data };
    },
  };
}

/** Converts offsets to 64 bits. */
export function* wideOffsets(offsets: Int32Array): Steps<BigInt64Array> {
  const wide = new BigInt64Array(offsets.length);
  // Only the lower words are written: offsets are not negative, so the upper words are 0.
  const words = new Int32Array(wide.buffer);
  yield* inStrides(offsets.length, (from, to) => {
    for (let i = from; i < to; i++) words[2 * i] = offsets[i] as number;
  });
  return wide;
}

/**
 * Bytes per view. A view starts with the length of its value. A value of at most 12 bytes follows directly; for a
 * longer value, the view has its first 4 bytes, the number of the buffer that contains it, and its position there.
 */
const viewBytes = 16;
const mostInline = 12;

/**
 * Returns the form (Arrow type and conversion) of Utf8View and BinaryView. It creates the views; the bytes are shared
 * with the column.
 */
function viewsForm(type: DataType): LeafForm {
  return {
    type,
    *buffersOf(values) {
      if (values.layout !== 'bytes') return {};
      const { offsets, data, length } = values;
      const views = new Uint8Array(viewBytes * length);
      const words = new Int32Array(views.buffer);
      yield* inStrides(length, (first, end) => {
        for (let i = first; i < end; i++) {
          const from = offsets[i] as number;
          const size = (offsets[i + 1] as number) - from;
          const at = viewBytes * i + 4;
          words[4 * i] = size;
          const inline = size <= mostInline ? size : 4;
          for (let k = 0; k < inline; k++) views[at + k] = data[from + k] as number;
          if (size > mostInline) words[4 * i + 3] = from;
        }
      });
      return { values: views, variadic: [data] };
    },
  };
}
