/** The meaning of a column's values (parquet.thrift `LogicalType`, LogicalTypes.md). */

import { type CompactReader, holdParsed, WireType } from '@marquetry/thrift';
import { boolField, expectStruct, i8Field, i32Field, required, structField, textField } from './fields.js';
import { parseEmptyStruct, parseUnion, parseUnknownMember, type UnknownMember } from './union.js';

/**
 * The unit of a time or timestamp. `unknown` stands for a unit that this version of the format does not define; it can
 * be read but not written.
 */
export type TimeUnit = 'MILLIS' | 'MICROS' | 'NANOS' | 'unknown';

/**
 * A logical type without parameters. `UNKNOWN` is a type that the format defines, for a column that contains only
 * nulls.
 */
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

/**
 * A logical type. `kind` is its name in parquet.thrift, or `unknown` for a type that this version of the format does
 * not define.
 */
export type LogicalType =
  | { readonly kind: PlainLogicalKind }
  | { readonly kind: 'DECIMAL'; readonly scale: number; readonly precision: number }
  | { readonly kind: 'TIME' | 'TIMESTAMP'; readonly isAdjustedToUTC: boolean; readonly unit: TimeUnit }
  | { readonly kind: 'INTEGER'; readonly bitWidth: number; readonly isSigned: boolean }
  | { readonly kind: 'VARIANT'; readonly specificationVersion?: number }
  | { readonly kind: 'GEOMETRY'; readonly crs?: string }
  /** How edges between points are interpolated: an `EdgeInterpolationAlgorithm`. Absent means SPHERICAL. */
  | { readonly kind: 'GEOGRAPHY'; readonly crs?: string; readonly algorithm?: number }
  | UnknownLogicalType;

/** A logical type that this version of the format does not define. It is written as it was read. */
export interface UnknownLogicalType extends UnknownMember {
  /**
   * The parameters as stored: a struct in the Thrift compact protocol, up to and including its stop byte. Absent if
   * there are no parameters.
   */
  readonly parameters?: Uint8Array;
}

/** The names of the members of the union. The index of each name is the field id of the member. */
export const logicalKinds: readonly (Exclude<LogicalType['kind'], 'unknown'> | undefined)[] = [
  ...([undefined, 'STRING', 'MAP', 'LIST', 'ENUM', 'DECIMAL', 'DATE', 'TIME', 'TIMESTAMP', undefined] as const),
  ...(['INTEGER', 'UNKNOWN', 'JSON', 'BSON', 'UUID', 'FLOAT16', 'VARIANT', 'GEOMETRY', 'GEOGRAPHY', 'FILE'] as const),
];

/** The names of the time units. The index of a name is the unit's field id. */
export const timeUnits: readonly (TimeUnit | undefined)[] = [undefined, 'MILLIS', 'MICROS', 'NANOS'];

export function parseLogicalType(reader: CompactReader): LogicalType {
  return parseUnion(reader, 'LogicalType', parseMember);
}

function parseMember(reader: CompactReader): LogicalType {
  const kind = logicalKinds[reader.fieldId];
  if (kind === undefined) return parseUnknown(reader);
  const name = `LogicalType.${kind}`;
  expectStruct(reader, name);
  switch (kind) {
    case 'DECIMAL':
      return parseDecimal(reader, name);
    case 'TIME':
    case 'TIMESTAMP':
      return parseTime(reader, name, kind);
    case 'INTEGER':
      return parseInteger(reader, name);
    case 'VARIANT':
      return parseVariant(reader, name);
    case 'GEOMETRY':
    case 'GEOGRAPHY':
      return parseGeo(reader, name, kind);
    default:
      parseEmptyStruct(reader);
      return { kind };
  }
}

function parseUnknown(reader: CompactReader): LogicalType {
  const { position, type } = reader;
  const member = parseUnknownMember(reader);
  const byteLength = reader.position - position;
  // A struct without fields consists only of its stop byte.
  if (type !== WireType.STRUCT || byteLength === 1) return member;
  holdParsed(reader, byteLength);
  return { ...member, parameters: reader.bytes.slice(position, reader.position) };
}

function parseDecimal(reader: CompactReader, name: string): LogicalType {
  let scale: number | undefined;
  let precision: number | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    if (reader.fieldId === 1) scale = i32Field(reader, `${name}.scale`);
    else if (reader.fieldId === 2) precision = i32Field(reader, `${name}.precision`);
    else reader.skipField();
  }
  reader.endStruct(outer);
  return {
    kind: 'DECIMAL',
    scale: required(scale, reader, `${name}.scale`),
    precision: required(precision, reader, `${name}.precision`),
  };
}

function parseTime(reader: CompactReader, name: string, kind: 'TIME' | 'TIMESTAMP'): LogicalType {
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
    const unit = timeUnits[member.fieldId];
    if (unit === undefined) member.skipField();
    else structField(member, `TimeUnit.${unit}`, parseEmptyStruct);
    return unit ?? 'unknown';
  });
}

function parseInteger(reader: CompactReader, name: string): LogicalType {
  let bitWidth: number | undefined;
  let isSigned: boolean | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    if (reader.fieldId === 1) bitWidth = i8Field(reader, `${name}.bitWidth`);
    else if (reader.fieldId === 2) isSigned = boolField(reader, `${name}.isSigned`);
    else reader.skipField();
  }
  reader.endStruct(outer);
  return {
    kind: 'INTEGER',
    bitWidth: required(bitWidth, reader, `${name}.bitWidth`),
    isSigned: required(isSigned, reader, `${name}.isSigned`),
  };
}

function parseVariant(reader: CompactReader, name: string): LogicalType {
  let specificationVersion: number | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    if (reader.fieldId === 1) specificationVersion = i8Field(reader, `${name}.specificationVersion`);
    else reader.skipField();
  }
  reader.endStruct(outer);
  return specificationVersion === undefined ? { kind: 'VARIANT' } : { kind: 'VARIANT', specificationVersion };
}

function parseGeo(reader: CompactReader, name: string, kind: 'GEOMETRY' | 'GEOGRAPHY'): LogicalType {
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
