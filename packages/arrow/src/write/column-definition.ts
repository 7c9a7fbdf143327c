/**
 * Converts Arrow types other than lists, maps and structs to Parquet column definitions. A type without a Parquet
 * equivalent is rejected, never stored as another type.
 */
import { ParquetError } from '@marquetry/core';
import type { ColumnDefinition } from '@marquetry/schema';
import {
  type DataType,
  type Decimal,
  type Field,
  type FixedSizeBinary,
  type Float,
  type Int,
  Precision,
  type Time,
  type Timestamp,
  TimeUnit,
  Type,
} from 'apache-arrow';
import {
  adjustedToUtcKey,
  Extension,
  extensionMetadata,
  extensionName,
  geospatialAnnotation,
  logicalTypeKey,
} from '../field-metadata.js';

/**
 * Returns the definition of the column for a field. `type` is the type of the field's values; for a dictionary, it is the type of the entries.
 * @throws ParquetError UNSUPPORTED, naming the column and the type.
 */
export function columnDefinition(field: Field, type: DataType, column: string): ColumnDefinition {
  switch (type.typeId) {
    case Type.Null:
      return { type: 'UNKNOWN' };
    case Type.Bool:
      return { type: 'BOOLEAN' };
    case Type.Int:
      return { type: integerName(type as Int) };
    case Type.Float:
      return { type: floatNames[(type as Float).precision] };
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
      return { type: textName(field) };
    case Type.Binary:
    case Type.LargeBinary:
    case Type.BinaryView:
      return bytesDefinition(field);
    case Type.FixedSizeBinary: {
      const typeLength = (type as FixedSizeBinary).byteWidth;
      const isUuid = field.metadata.get(extensionName) === Extension.UUID && typeLength === 16;
      return isUuid ? { type: 'UUID' } : { type: 'FIXED_LEN_BYTE_ARRAY', typeLength };
    }
    case Type.Decimal:
      return decimalDefinition(type as Decimal, column);
    case Type.Date:
      return { type: 'DATE' };
    case Type.Time: {
      const isAdjustedToUTC = field.metadata.has(adjustedToUtcKey);
      return { type: 'TIME', unit: unitNames[(type as Time).unit], isAdjustedToUTC };
    }
    case Type.Timestamp: {
      const { unit, timezone } = type as Timestamp;
      const isAdjustedToUTC = timezone !== null && timezone !== undefined && timezone !== '';
      return { type: 'TIMESTAMP', unit: unitNames[unit], isAdjustedToUTC };
    }
    case Type.Interval:
      return { type: 'INTERVAL' };
    // Parquet has no type for durations. As with other writers, only the stored Arrow schema keeps their unit.
    case Type.Duration:
      return { type: 'INT64' };
    default:
      throw unsupported(type, column);
  }
}

export function unsupported(type: DataType, column: string): ParquetError {
  return new ParquetError(
    'UNSUPPORTED',
    `Parquet has no type for Arrow's ${type}: convert the column to another type`,
    { column },
  );
}

const floatNames = {
  [Precision.HALF]: 'FLOAT16',
  [Precision.SINGLE]: 'FLOAT',
  [Precision.DOUBLE]: 'DOUBLE',
} as const;

/** The Parquet unit for each Arrow unit. Parquet does not have seconds, so they become milliseconds. */
const unitNames = {
  [TimeUnit.SECOND]: 'MILLIS',
  [TimeUnit.MILLISECOND]: 'MILLIS',
  [TimeUnit.MICROSECOND]: 'MICROS',
  [TimeUnit.NANOSECOND]: 'NANOS',
} as const;

function integerName({ bitWidth, isSigned }: Int): ColumnDefinition['type'] {
  const names = {
    8: ['UINT8', 'INT8'],
    16: ['UINT16', 'INT16'],
    32: ['UINT32', 'INT32'],
    64: ['UINT64', 'INT64'],
  } as const;
  return names[bitWidth][isSigned ? 1 : 0];
}

function textName({ metadata }: Field): 'STRING' | 'JSON' | 'ENUM' {
  if (metadata.get(extensionName) === Extension.JSON) return 'JSON';
  return metadata.get(logicalTypeKey) === 'ENUM' ? 'ENUM' : 'STRING';
}

function bytesDefinition({ metadata }: Field): ColumnDefinition {
  if (metadata.get(extensionName) === Extension.WKB) {
    const { kind: type, ...options } = geospatialAnnotation(metadata.get(extensionMetadata));
    return { type, ...options };
  }
  return { type: metadata.get(logicalTypeKey) === 'BSON' ? 'BSON' : 'BYTE_ARRAY' };
}

function decimalDefinition(type: Decimal, column: string): ColumnDefinition {
  const { precision, scale } = type;
  // Parquet does not allow decimals with a negative scale.
  if (scale < 0 || scale > precision) throw unsupported(type, column);
  return { type: 'DECIMAL', precision, scale };
}
