/** Writes logical types. */

import { ParquetError } from '@marquetry/core';
import type { CompactWriter } from '@marquetry/thrift';
import type { LogicalType, TimeUnit } from './logical-type.js';
import { putBool, putEmptyStruct, putI8, putI32, putString, putStruct } from './put.js';

/** Field ids of the members of the union. */
const memberIds: Readonly<Record<Exclude<LogicalType['kind'], 'unknown'>, number>> = {
  STRING: 1,
  MAP: 2,
  LIST: 3,
  ENUM: 4,
  DECIMAL: 5,
  DATE: 6,
  TIME: 7,
  TIMESTAMP: 8,
  INTEGER: 10,
  UNKNOWN: 11,
  JSON: 12,
  BSON: 13,
  UUID: 14,
  FLOAT16: 15,
  VARIANT: 16,
  GEOMETRY: 17,
  GEOGRAPHY: 18,
  FILE: 19,
};

/**
 * Writes a logical type. An unknown member is written with its id but without its content. @throws ParquetError
 * INVALID_ARGUMENT for an unknown time unit.
 */
export function putLogicalType(writer: CompactWriter, type: LogicalType): void {
  const outer = writer.beginStruct();
  if (type.kind === 'unknown') putEmptyStruct(writer, type.id);
  else putStruct(writer, memberIds[type.kind], type, putParameters);
  writer.endStruct(outer);
}

function putParameters(writer: CompactWriter, type: LogicalType): void {
  const outer = writer.beginStruct();
  switch (type.kind) {
    case 'DECIMAL':
      putI32(writer, 1, type.scale);
      putI32(writer, 2, type.precision);
      break;
    case 'TIME':
    case 'TIMESTAMP':
      putBool(writer, 1, type.isAdjustedToUTC);
      putStruct(writer, 2, type.unit, putTimeUnit);
      break;
    case 'INTEGER':
      putI8(writer, 1, type.bitWidth);
      putBool(writer, 2, type.isSigned);
      break;
    case 'VARIANT':
      putI8(writer, 1, type.specificationVersion);
      break;
    case 'GEOMETRY':
      putString(writer, 1, type.crs);
      break;
    case 'GEOGRAPHY':
      putString(writer, 1, type.crs);
      putI32(writer, 2, type.algorithm);
      break;
  }
  writer.endStruct(outer);
}

function putTimeUnit(writer: CompactWriter, unit: TimeUnit): void {
  if (unit === 'unknown') throw new ParquetError('INVALID_ARGUMENT', 'an unknown TimeUnit cannot be written');
  const outer = writer.beginStruct();
  putEmptyStruct(writer, unit === 'MILLIS' ? 1 : unit === 'MICROS' ? 2 : 3);
  writer.endStruct(outer);
}
