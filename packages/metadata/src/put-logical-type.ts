/** Writes logical types. */

import { ParquetError } from '@marquetry/core';
import { type CompactWriter, WireType } from '@marquetry/thrift';
import { type LogicalType, logicalKinds, type TimeUnit, timeUnits } from './logical-type.js';
import { putBool, putEmptyStruct, putI8, putI32, putString, putStruct } from './put.js';

/** A struct without fields, which consists only of its stop byte. */
const noParameters = /* @__PURE__ */ new Uint8Array(1);

/**
 * Writes a logical type. An unknown type is written as it was read.
 * @throws ParquetError INVALID_ARGUMENT for an unknown time unit.
 */
export function putLogicalType(writer: CompactWriter, type: LogicalType): void {
  const outer = writer.beginStruct();
  if (type.kind === 'unknown') {
    writer.writeFieldHeader(WireType.STRUCT, type.id);
    writer.writeRaw(type.parameters ?? noParameters);
  } else putStruct(writer, logicalKinds.indexOf(type.kind), type, putParameters);
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
  putEmptyStruct(writer, timeUnits.indexOf(unit));
  writer.endStruct(outer);
}
