/** Chooses, once per column, the function that appends its values. */
import { type ColumnBuffer, nameOf, ParquetError, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { Refuse } from '../refuse.js';
import { putBytes, putText } from './bytes.js';
import { putDecimal } from './decimal.js';
import { fillFloat16, fillInt96, fillInterval, fillUuid } from './fill.js';
import { putBits, putDouble, putFixedBytes, putFloat, putInt32, putInt64 } from './fixed.js';
import type { Put } from './put-value.js';
import { integers } from './scalar.js';
import { dateScalar, timeScalar, timestampScalar } from './temporal.js';

/**
 * Returns the function that appends values to the buffer of a column. The buffer must have the same type as the column.
 */
export function putOf(leaf: LeafNode, buffer: ColumnBuffer, refuse: Refuse): Put {
  if (buffer.layout === 'bits') return putBits(buffer, refuse);
  const { annotation } = leaf;
  if (annotation?.kind === 'UNKNOWN') return (value) => refuse(value, 'null in an UNKNOWN column');
  if (annotation?.kind === 'DECIMAL') return putDecimal(leaf, annotation, buffer, refuse);
  if (buffer.layout === 'bytes') {
    switch (annotation?.kind) {
      case 'STRING':
      case 'ENUM':
      case 'JSON':
        return putText(buffer, refuse);
      default:
        return putBytes(buffer, refuse);
    }
  }
  switch (annotation?.kind) {
    case 'UUID':
      return putFixedBytes(buffer, fillUuid(refuse));
    case 'INTERVAL':
      return putFixedBytes(buffer, fillInterval(refuse));
    case 'FLOAT16':
      return putFixedBytes(buffer, fillFloat16(refuse));
    case 'DATE':
      return putInt32(buffer, dateScalar, refuse);
    case 'TIME':
      if (annotation.unit === 'unknown') break;
      if (annotation.unit === 'MILLIS') return putInt32(buffer, timeScalar(annotation.unit), refuse);
      return putInt64(buffer, timeScalar(annotation.unit), refuse);
    case 'TIMESTAMP':
      if (annotation.unit === 'unknown') break;
      return putInt64(buffer, timestampScalar(annotation.unit, annotation.isAdjustedToUTC), refuse);
    case 'INTEGER': {
      const scalar = integers(annotation.bitWidth, annotation.isSigned);
      return annotation.bitWidth === 64 ? putInt64(buffer, scalar, refuse) : putInt32(buffer, scalar, refuse);
    }
    default:
  }
  switch (leaf.type) {
    case PhysicalType.INT32:
      return putInt32(buffer, integers(32, true), refuse);
    case PhysicalType.INT64:
      return putInt64(buffer, integers(64, true), refuse);
    case PhysicalType.INT96:
      return putFixedBytes(buffer, fillInt96(refuse));
    case PhysicalType.FLOAT:
      return putFloat(buffer, refuse);
    case PhysicalType.DOUBLE:
      return putDouble(buffer, refuse);
    case PhysicalType.FIXED_LEN_BYTE_ARRAY: {
      const wanted = `a Uint8Array of ${leaf.width} bytes`;
      return putFixedBytes(buffer, (value, bytes, at) => {
        if (!(value instanceof Uint8Array) || value.length !== leaf.width) refuse(value, wanted);
        bytes.set(value, at);
      });
    }
    default:
      throw new ParquetError(
        'INVALID_ARGUMENT',
        `rows cannot be written to columns of type ${nameOf(PhysicalType, leaf.type)}`,
      );
  }
}
