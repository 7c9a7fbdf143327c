/**
 * Creates the schema element of a column to write: its physical type, its logical type, and the converted type with the
 * same meaning.
 *
 * Source: LogicalTypes.md, which lists for each logical type the physical types that it may annotate and its converted
 * type.
 */
import { ConvertedType, ParquetError, PhysicalType } from '@marquetry/core';
import type { LogicalType, SchemaElement, TimeUnit } from '@marquetry/metadata';

type IntegerName = 'INT8' | 'INT16' | 'UINT8' | 'UINT16' | 'UINT32' | 'UINT64';
/** Logical types without parameters. */
type PlainName = 'STRING' | 'ENUM' | 'JSON' | 'BSON' | 'DATE' | 'UUID' | 'FLOAT16' | 'UNKNOWN';

/**
 * Names of physical and logical types. `INT8` to `UINT64` are the logical type INTEGER, except that INT32 and INT64 are
 * written without an annotation, which means the same.
 */
export type ColumnTypeName =
  | keyof typeof PhysicalType
  | IntegerName
  | PlainName
  | 'DECIMAL'
  | 'TIME'
  | 'TIMESTAMP'
  | 'INTERVAL'
  | 'GEOMETRY'
  | 'GEOGRAPHY';

const integers: Readonly<
  Record<IntegerName, { readonly bitWidth: number; readonly isSigned: boolean; readonly convertedType: number }>
> = {
  INT8: { bitWidth: 8, isSigned: true, convertedType: ConvertedType.INT_8 },
  INT16: { bitWidth: 16, isSigned: true, convertedType: ConvertedType.INT_16 },
  UINT8: { bitWidth: 8, isSigned: false, convertedType: ConvertedType.UINT_8 },
  UINT16: { bitWidth: 16, isSigned: false, convertedType: ConvertedType.UINT_16 },
  UINT32: { bitWidth: 32, isSigned: false, convertedType: ConvertedType.UINT_32 },
  UINT64: { bitWidth: 64, isSigned: false, convertedType: ConvertedType.UINT_64 },
};

const named: Readonly<Record<PlainName, Pick<SchemaElement, 'type' | 'typeLength' | 'convertedType'>>> = {
  STRING: { type: PhysicalType.BYTE_ARRAY, convertedType: ConvertedType.UTF8 },
  ENUM: { type: PhysicalType.BYTE_ARRAY, convertedType: ConvertedType.ENUM },
  JSON: { type: PhysicalType.BYTE_ARRAY, convertedType: ConvertedType.JSON },
  BSON: { type: PhysicalType.BYTE_ARRAY, convertedType: ConvertedType.BSON },
  DATE: { type: PhysicalType.INT32, convertedType: ConvertedType.DATE },
  UUID: { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, typeLength: 16 },
  FLOAT16: { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, typeLength: 2 },
  UNKNOWN: { type: PhysicalType.INT32 },
};

/** Options of column types. Each option applies only to the types that its description names. */
export interface ColumnTypeOptions {
  /**
   * FIXED_LEN_BYTE_ARRAY: bytes per value. For a DECIMAL of this physical type, the default is the fewest bytes that hold the precision.
   */
  readonly typeLength?: number;
  /** The precision of a DECIMAL: its number of digits. */
  readonly precision?: number;
  /** The scale of a DECIMAL: the number of digits after the decimal point; default 0. */
  readonly scale?: number;
  /**
   * DECIMAL: the physical type of the values. Default: the first of INT32, INT64 and FIXED_LEN_BYTE_ARRAY that holds
   * the precision.
   */
  readonly physicalType?: 'INT32' | 'INT64' | 'FIXED_LEN_BYTE_ARRAY' | 'BYTE_ARRAY';
  /** TIME, TIMESTAMP: the unit of values; default MICROS. */
  readonly unit?: Exclude<TimeUnit, 'unknown'>;
  /** TIME, TIMESTAMP: true for instants in UTC, false for local times; default true. */
  readonly isAdjustedToUTC?: boolean;
  /** GEOMETRY, GEOGRAPHY: the coordinate reference system; default OGC:CRS84. */
  readonly crs?: string;
  /** GEOGRAPHY: an `EdgeInterpolationAlgorithm`; default SPHERICAL. */
  readonly algorithm?: number;
}

type TypeFields = Pick<SchemaElement, 'type' | 'typeLength' | 'logicalType' | 'convertedType' | 'scale' | 'precision'>;

/**
 * Returns the fields of a schema element that describe the type of a column.
 * @throws ParquetError INVALID_ARGUMENT for options that the type does not allow.
 */
export function columnElement(name: ColumnTypeName, options: ColumnTypeOptions): TypeFields {
  if (Object.hasOwn(named, name)) return namedElement(name as PlainName);
  if (Object.hasOwn(integers, name)) return integerElement(name as IntegerName);
  switch (name) {
    case 'DECIMAL':
      return decimalElement(options);
    case 'TIME':
    case 'TIMESTAMP':
      return timeElement(name, options);
    case 'INTERVAL':
      return { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, typeLength: 12, convertedType: ConvertedType.INTERVAL };
    case 'GEOMETRY':
    case 'GEOGRAPHY':
      return { type: PhysicalType.BYTE_ARRAY, logicalType: geospatialType(name, options) };
    case 'FIXED_LEN_BYTE_ARRAY':
      return { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, typeLength: typeLengthOf(options) };
    default: {
      const type = PhysicalType[name as keyof typeof PhysicalType];
      if (type === undefined)
        throw new ParquetError('INVALID_ARGUMENT', `unknown type ${name}: use a name such as INT32 or STRING`);
      return { type };
    }
  }
}

function namedElement(name: PlainName): TypeFields {
  return { ...named[name], logicalType: { kind: name } };
}

function integerElement(name: IntegerName): TypeFields {
  const { bitWidth, isSigned, convertedType } = integers[name];
  const type = bitWidth === 64 ? PhysicalType.INT64 : PhysicalType.INT32;
  return { type, convertedType, logicalType: { kind: 'INTEGER', bitWidth, isSigned } };
}

function timeElement(kind: 'TIME' | 'TIMESTAMP', options: ColumnTypeOptions): TypeFields {
  const { unit = 'MICROS', isAdjustedToUTC = true } = options;
  const type = kind === 'TIME' && unit === 'MILLIS' ? PhysicalType.INT32 : PhysicalType.INT64;
  const logicalType: LogicalType = { kind, isAdjustedToUTC, unit };
  // The specification requires the converted type even for local times, although older readers then interpret them as
  // UTC.
  return unit === 'NANOS'
    ? { type, logicalType }
    : { type, logicalType, convertedType: ConvertedType[`${kind}_${unit}`] };
}

function decimalElement(options: ColumnTypeOptions): TypeFields {
  const { precision, scale = 0 } = options;
  if (precision === undefined || !Number.isInteger(precision) || precision < 1) {
    throw new ParquetError('INVALID_ARGUMENT', `a DECIMAL needs a \`precision\` of at least 1, got ${precision}`);
  }
  if (!Number.isInteger(scale) || scale < 0 || scale > precision) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`scale\` must be between 0 and the precision ${precision}, got ${scale}`,
    );
  }
  const smallest = precision <= 9 ? 'INT32' : precision <= 18 ? 'INT64' : 'FIXED_LEN_BYTE_ARRAY';
  const { physicalType = smallest } = options;
  const typeLength =
    physicalType === 'FIXED_LEN_BYTE_ARRAY' ? (options.typeLength ?? bytesForDigits(precision)) : undefined;
  const digits = { INT32: 9, INT64: 18, FIXED_LEN_BYTE_ARRAY: digitsIn(typeLength ?? 0), BYTE_ARRAY: precision };
  if (precision > digits[physicalType]) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `${physicalType} holds at most ${digits[physicalType]} decimal digits, but the precision is ${precision}`,
    );
  }
  const fields: TypeFields = {
    type: PhysicalType[physicalType],
    convertedType: ConvertedType.DECIMAL,
    scale,
    precision,
    logicalType: { kind: 'DECIMAL', scale, precision },
  };
  return typeLength === undefined ? fields : { ...fields, typeLength };
}

/**
 * Returns the largest precision, in decimal digits, that fits in this many bytes: floor(log10(2^(8n - 1) - 1))
 * (LogicalTypes.md#decimal).
 */
function digitsIn(bytes: number): number {
  return bytes === 0 ? 0 : (2n ** BigInt(8 * bytes - 1) - 1n).toString().length - 1;
}

function bytesForDigits(precision: number): number {
  let bytes = 1;
  while (digitsIn(bytes) < precision) bytes++;
  return bytes;
}

function geospatialType(kind: 'GEOMETRY' | 'GEOGRAPHY', { crs, algorithm }: ColumnTypeOptions): LogicalType {
  const system = crs === undefined ? {} : { crs };
  if (kind === 'GEOMETRY') return { kind, ...system };
  return algorithm === undefined ? { kind, ...system } : { kind, ...system, algorithm };
}

function typeLengthOf({ typeLength }: ColumnTypeOptions): number {
  if (typeLength !== undefined && Number.isInteger(typeLength) && typeLength >= 0) return typeLength;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `a FIXED_LEN_BYTE_ARRAY needs a \`typeLength\` of at least 0, got ${typeLength}`,
  );
}
