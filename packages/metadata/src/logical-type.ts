/** The meaning of a column's values (parquet.thrift `LogicalType`, LogicalTypes.md). */

import type { CompactReader } from '@marquetry/thrift';
import { boolField, expectStruct, i8Field, i32Field, required, structField, textField } from './fields.js';
import { parseEmptyStruct, parseUnion, parseUnknownMember, type UnknownMember } from './union.js';

/** `unknown` is a unit that this version of the format does not define. It can be read but not written. */
export type TimeUnit = 'MILLIS' | 'MICROS' | 'NANOS' | 'unknown';

/** A logical type without parameters. `UNKNOWN` is defined by the format: a column that contains only nulls. */
export type PlainLogicalKind =
  | 'STRING'
  | 'MAP'
  | 'LIST'
  | 'ENUM'
  | 'DATE'
  | 'UNKNOWN'
  | 'JSON'
  | 'BSON'
  | 'UUID'
  | 'FLOAT16'
  | 'FILE';

/** `kind` is the member's name in parquet.thrift, or `unknown` for a member that is not defined yet. */
export type LogicalType =
  | { readonly kind: PlainLogicalKind }
  | { readonly kind: 'DECIMAL'; readonly scale: number; readonly precision: number }
  | { readonly kind: 'TIME' | 'TIMESTAMP'; readonly isAdjustedToUTC: boolean; readonly unit: TimeUnit }
  | { readonly kind: 'INTEGER'; readonly bitWidth: number; readonly isSigned: boolean }
  | { readonly kind: 'VARIANT'; readonly specificationVersion?: number }
  | { readonly kind: 'GEOMETRY'; readonly crs?: string }
  /** `algorithm` is an `EdgeInterpolationAlgorithm`; absent means SPHERICAL. */
  | { readonly kind: 'GEOGRAPHY'; readonly crs?: string; readonly algorithm?: number }
  | UnknownMember;

export function parseLogicalType(reader: CompactReader): LogicalType {
  return parseUnion(reader, 'LogicalType', parseMember);
}

function parseMember(reader: CompactReader): LogicalType {
  switch (reader.fieldId) {
    case 5:
      return structField(reader, 'LogicalType.DECIMAL', parseDecimal);
    case 7:
      return parseTime(reader, 'TIME');
    case 8:
      return parseTime(reader, 'TIMESTAMP');
    case 10:
      return structField(reader, 'LogicalType.INTEGER', parseInteger);
    case 16:
      return structField(reader, 'LogicalType.VARIANT', parseVariant);
    case 17:
      return parseGeo(reader, 'GEOMETRY');
    case 18:
      return parseGeo(reader, 'GEOGRAPHY');
    default: {
      const kind = plainKind(reader.fieldId);
      if (kind === undefined) return parseUnknownMember(reader);
      expectStruct(reader, `LogicalType.${kind}`);
      parseEmptyStruct(reader);
      return { kind };
    }
  }
}

function plainKind(id: number): PlainLogicalKind | undefined {
  switch (id) {
    case 1:
      return 'STRING';
    case 2:
      return 'MAP';
    case 3:
      return 'LIST';
    case 4:
      return 'ENUM';
    case 6:
      return 'DATE';
    case 11:
      return 'UNKNOWN';
    case 12:
      return 'JSON';
    case 13:
      return 'BSON';
    case 14:
      return 'UUID';
    case 15:
      return 'FLOAT16';
    case 19:
      return 'FILE';
    default:
      return undefined;
  }
}

function parseDecimal(reader: CompactReader): LogicalType {
  let scale: number | undefined;
  let precision: number | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    if (reader.fieldId === 1) scale = i32Field(reader, 'DecimalType.scale');
    else if (reader.fieldId === 2) precision = i32Field(reader, 'DecimalType.precision');
    else reader.skipField();
  }
  reader.endStruct(outer);
  return {
    kind: 'DECIMAL',
    scale: required(scale, reader, 'DecimalType.scale'),
    precision: required(precision, reader, 'DecimalType.precision'),
  };
}

function parseTime(reader: CompactReader, kind: 'TIME' | 'TIMESTAMP'): LogicalType {
  const name = kind === 'TIME' ? 'TimeType' : 'TimestampType';
  expectStruct(reader, `LogicalType.${kind}`);
  let isAdjustedToUTC: boolean | undefined;
  let unit: TimeUnit | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    if (reader.fieldId === 1) isAdjustedToUTC = boolField(reader, `${name}.isAdjustedToUTC`);
    else if (reader.fieldId === 2) unit = structField(reader, `${name}.unit`, parseTimeUnit);
    else reader.skipField();
  }
  reader.endStruct(outer);
  return {
    kind,
    isAdjustedToUTC: required(isAdjustedToUTC, reader, `${name}.isAdjustedToUTC`),
    unit: required(unit, reader, `${name}.unit`),
  };
}

function parseTimeUnit(reader: CompactReader): TimeUnit {
  return parseUnion(reader, 'TimeUnit', (member) => {
    const id = member.fieldId;
    const unit = id === 1 ? 'MILLIS' : id === 2 ? 'MICROS' : id === 3 ? 'NANOS' : 'unknown';
    if (unit === 'unknown') member.skipField();
    else structField(member, `TimeUnit.${unit}`, parseEmptyStruct);
    return unit;
  });
}

function parseInteger(reader: CompactReader): LogicalType {
  let bitWidth: number | undefined;
  let isSigned: boolean | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    if (reader.fieldId === 1) bitWidth = i8Field(reader, 'IntType.bitWidth');
    else if (reader.fieldId === 2) isSigned = boolField(reader, 'IntType.isSigned');
    else reader.skipField();
  }
  reader.endStruct(outer);
  return {
    kind: 'INTEGER',
    bitWidth: required(bitWidth, reader, 'IntType.bitWidth'),
    isSigned: required(isSigned, reader, 'IntType.isSigned'),
  };
}

function parseVariant(reader: CompactReader): LogicalType {
  let specificationVersion: number | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    if (reader.fieldId === 1) specificationVersion = i8Field(reader, 'VariantType.specificationVersion');
    else reader.skipField();
  }
  reader.endStruct(outer);
  return specificationVersion === undefined ? { kind: 'VARIANT' } : { kind: 'VARIANT', specificationVersion };
}

function parseGeo(reader: CompactReader, kind: 'GEOMETRY' | 'GEOGRAPHY'): LogicalType {
  expectStruct(reader, `LogicalType.${kind}`);
  const name = kind === 'GEOMETRY' ? 'GeometryType' : 'GeographyType';
  const parameters: { crs?: string; algorithm?: number } = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    if (reader.fieldId === 1) parameters.crs = textField(reader, `${name}.crs`);
    else if (reader.fieldId === 2 && kind === 'GEOGRAPHY') {
      parameters.algorithm = i32Field(reader, `${name}.algorithm`);
    } else reader.skipField();
  }
  reader.endStruct(outer);
  return { kind, ...parameters };
}
