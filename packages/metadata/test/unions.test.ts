import { describe, expect, test } from 'vitest';
import { apacheBytes } from '../../thrift/test/apache.js';
import { type FileMetaData, type LogicalType, readFileMetaData, writeFileMetaData } from '../src/index.js';
import { writeStruct } from './apache-structs.js';
import { structs, unions } from './structs.js';

function footer(logicalType: LogicalType): FileMetaData {
  return { version: 1, schema: [{ name: 'x', logicalType }], numRows: 0, rowGroups: [] };
}

/** Returns a footer with one schema element whose LogicalType consists of these bytes. */
function withLogicalType(...bytes: number[]): Uint8Array {
  return new Uint8Array([0x15, 0x02, 0x19, 0x1c, 0x48, 0x01, 0x78, 0x6c, ...bytes, 0x00, 0x16, 0x00, 0x19, 0x0c, 0x00]);
}

function logicalType(...bytes: number[]): LogicalType | undefined {
  return readFileMetaData(withLogicalType(...bytes)).schema[0]?.logicalType;
}

describe('LogicalType', () => {
  test('every field of LogicalType is read', () => {
    // Union member 8, with a field header in the long form: a struct with isAdjustedToUTC = true and unit = member 2,
    // and stop bytes.
    expect(logicalType(0x8c, 0x11, 0x1c, 0x2c, 0x00, 0x00, 0x00, 0x00)).toStrictEqual({
      kind: 'TIMESTAMP',
      isAdjustedToUTC: true,
      unit: 'MICROS',
    });
    expect(logicalType(0x5c, 0x15, 0x04, 0x15, 0x12, 0x00, 0x00)).toStrictEqual({
      kind: 'DECIMAL',
      scale: 2,
      precision: 9,
    });
    expect(logicalType(0x1c, 0x00, 0x00)).toStrictEqual({ kind: 'STRING' });
  });

  test('an unknown member of LogicalType is returned with its id and its parameters, regardless of its wire type', () => {
    const later: LogicalType = { kind: 'unknown', id: 9, parameters: new Uint8Array([0x15, 0x02, 0x00]) };
    expect(logicalType(0x9c, 0x15, 0x02, 0x00, 0x00)).toStrictEqual(later);
    expect(readFileMetaData(writeFileMetaData(footer(later)))).toStrictEqual(footer(later));
    expect(logicalType(0x9c, 0x00, 0x00)).toStrictEqual({ kind: 'unknown', id: 9 });
    expect(logicalType(0x08, 0xc8, 0x01, 0x01, 0xff, 0x00)).toStrictEqual({ kind: 'unknown', id: 100 });
    const bytes = writeFileMetaData(footer({ kind: 'unknown', id: 100 }));
    expect(readFileMetaData(bytes)).toStrictEqual(footer({ kind: 'unknown', id: 100 }));
  });

  test('a LogicalType must have exactly one member', () => {
    const fault = (reason: string): unknown => expect.objectContaining({ code: 'CORRUPT', reason });
    expect(() => logicalType(0x00)).toThrow(fault('LogicalType must have one member, but has none'));
    expect(() => logicalType(0x1c, 0x00, 0x1c, 0x00, 0x00)).toThrow(
      fault('LogicalType must have one member, but has several'),
    );
    expect(() => logicalType(0x15, 0x00, 0x00)).toThrow(fault('LogicalType.STRING has wire type I32, not STRUCT'));
  });

  test.each([
    ['as Thrift writes 32767', [0x08, 0xfe, 0xff, 0x03]],
    ['as in BinaryProtocolExtensions.md', [0x08, 0xff, 0xff, 0x01]],
  ])('a private extension of LogicalType is ignored if it is stored %s', (_, head) => {
    expect(logicalType(0x1c, 0x00, ...head, 0x01, 0xaa, 0x00)).toStrictEqual({ kind: 'STRING' });
    expect(() => logicalType(...head, 0x01, 0xaa, 0x00)).toThrow('LogicalType must have one member, but has none');
  });

  test('an unknown time unit in a LogicalType can be read, but not written', () => {
    const type: LogicalType = { kind: 'TIME', isAdjustedToUTC: false, unit: 'unknown' };
    expect(logicalType(0x7c, 0x12, 0x1c, 0x9c, 0x00, 0x00, 0x00, 0x00)).toStrictEqual(type);
    expect(() => writeFileMetaData(footer(type))).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  const members = Object.entries(unions['LogicalType'] ?? {}).flatMap(([kind, [, struct]]) =>
    (structs[struct] ?? []).map((field) => ({ kind, struct, field: field.name, required: field.required })),
  );
  const values: Record<string, unknown> = {
    scale: 1,
    precision: 2,
    isAdjustedToUTC: true,
    unit: 'MILLIS',
    bitWidth: 8,
    isSigned: true,
    specificationVersion: 1,
    crs: 'c',
    algorithm: 1,
  };

  test.each(members)(
    '$struct.$field is rejected as CORRUPT if the field is absent or has the wrong type',
    ({ kind, struct, field, required }) => {
      const fields = Object.fromEntries((structs[struct] ?? []).map(({ name }) => [name, values[name]]));
      const value = footer({ kind, ...fields } as LogicalType);
      const write = (options: { without?: string; mistyped?: string }): Uint8Array =>
        apacheBytes((protocol) => writeStruct(protocol, 'FileMetaData', value as never, options));
      const place = `${struct}.${field}`;
      const named = `LogicalType.${kind}.${field}`;
      expect(() => readFileMetaData(write({ mistyped: place }))).toThrow(`${named} has wire type`);
      const without = () => readFileMetaData(write({ without: place }));
      if (required) expect(without).toThrow(`${named} is missing`);
      else expect(without().schema[0]?.logicalType).not.toHaveProperty(field);
    },
  );
});
