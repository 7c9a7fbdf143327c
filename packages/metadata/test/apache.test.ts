import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import type { TCompactProtocol } from 'thrift';
import { describe, expect, test } from 'vitest';
import { apacheBytes, apacheProtocol, apacheTypes, apacheWrite } from '../../thrift/test/apache.js';
import { structs as anyStructs } from '../../thrift/test/trees.js';
import * as metadata from '../src/index.js';
import { readStruct, type WriteOptions, writeStruct } from './apache-structs.js';
import { type FieldType, structs, unions } from './structs.js';
import { structNamed } from './values.js';

type Fields = Record<string, unknown>;

/** The functions that read and write the structs that a file stores separately. */
const roots: Record<string, { read: (bytes: Uint8Array) => unknown; write: (value: never) => Uint8Array }> = {
  PageHeader: { read: (bytes) => metadata.readPageHeader(bytes, 0).header, write: metadata.writePageHeader },
  FileMetaData: { read: (bytes) => metadata.readFileMetaData(bytes), write: metadata.writeFileMetaData },
  OffsetIndex: { read: (bytes) => metadata.readOffsetIndex(bytes), write: metadata.writeOffsetIndex },
  ColumnIndex: { read: (bytes) => metadata.readColumnIndex(bytes), write: metadata.writeColumnIndex },
  ColumnMetaData: { read: (bytes) => metadata.readColumnMetaData(bytes), write: metadata.writeColumnMetaData },
  BloomFilterHeader: {
    read: (bytes) => metadata.readBloomFilterHeader(bytes, 0).header,
    write: metadata.writeBloomFilterHeader,
  },
  FileCryptoMetaData: {
    read: (bytes) => metadata.readFileCryptoMetaData(bytes).metadata,
    write: metadata.writeFileCryptoMetaData,
  },
};

function apache(name: string, value: Fields, options?: WriteOptions): Uint8Array {
  return apacheBytes((protocol) => writeStruct(protocol, name, value, options));
}

describe.each(Object.keys(roots))('%s against Apache Thrift', (name) => {
  const { read, write } = roots[name] as (typeof roots)[string];
  const numRuns = fullOr(300, 150) / (name === 'FileMetaData' ? 2 : 1);

  test('structs written by Apache Thrift are read unchanged, and the bytes after a struct are ignored', () => {
    fc.assert(
      fc.property(structNamed(name), (value) => {
        const bytes = apache(name, value);
        expect(read(new Uint8Array([...bytes, 0xff, 0xff, 0xff]))).toStrictEqual(value);
      }),
      { numRuns },
    );
  });

  test('fields of structs can be read in any order', () => {
    fc.assert(
      fc.property(structNamed(name), (value) => {
        expect(read(apache(name, value, { backwards: true }))).toStrictEqual(value);
      }),
      { numRuns: 50 },
    );
  });

  test('structs are written as the same bytes that Apache Thrift writes, and can be read again', () => {
    fc.assert(
      fc.property(structNamed(name), (value) => {
        const bytes = write(value as never);
        expect(bytes).toStrictEqual(apache(name, value));
        expect(readStruct(apacheProtocol(bytes), name)).toStrictEqual(value);
      }),
      { numRuns },
    );
  });

  test('unknown fields of every type are skipped, at every position in a struct', () => {
    const ids = fc.constantFrom(100, 101, -5, 1000, 32767, -16384);
    fc.assert(
      fc.property(structNamed(name), anyStructs(2), fc.array(ids, { minLength: 1 }), (value, tree, unknownIds) => {
        let turn = 0;
        const between = (protocol: TCompactProtocol): void => {
          for (const field of tree.fields) {
            protocol.writeFieldBegin(
              '',
              apacheTypes[field.value.type] as number,
              unknownIds[turn++ % unknownIds.length] ?? 100,
            );
            apacheWrite(protocol, field.value);
            protocol.writeFieldEnd();
          }
        };
        expect(withoutParameters(read(apache(name, value, { between })))).toStrictEqual(value);
      }),
      { numRuns: fullOr(100, 50) },
    );
  });
});

/**
 * Removes `parameters`, the fields of an unknown logical type. They are the only unknown fields that are not skipped.
 */
function withoutParameters(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutParameters);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'parameters');
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutParameters(each)]));
}

/** Every field, as `Struct.field`; the root struct that contains it; and a value of the root struct with all fields. */
const places: [field: string, root: string, value: Fields][] = [];
for (const root of Object.keys(roots)) {
  const value = complete(root);
  for (const struct of reached(root)) {
    for (const field of structs[struct] ?? []) places.push([`${struct}.${field.name}`, root, value]);
  }
}

function reached(root: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(root)) return seen;
  seen.add(root);
  const follow = (type: FieldType): void => {
    if (typeof type !== 'object') return;
    if ('list' in type) follow(type.list);
    else if ('struct' in type) reached(type.struct, seen);
    // Follow only the member of each union that `complete` chooses.
    else reached(Object.values(unions[type.union] ?? {})[lastWithFields(type.union)]?.[1] ?? 'Empty', seen);
  };
  for (const field of structs[root] ?? []) follow(field.type);
  return seen;
}

function lastWithFields(union: string): number {
  const members = Object.values(unions[union] ?? {});
  const required = members.map(([, struct]) => structs[struct]?.some((field) => field.required) ?? false);
  return required.includes(true) ? required.lastIndexOf(true) : members.length - 1;
}

function complete(name: string): Fields {
  const full = (type: FieldType): unknown => {
    if (typeof type === 'object') {
      if ('list' in type) return [full(type.list)];
      if ('struct' in type) return complete(type.struct);
      const [kind, [, struct]] = Object.entries(unions[type.union] ?? {})[lastWithFields(type.union)] ?? ['', [0, '']];
      return { kind, ...complete(struct) };
    }
    if (type === 'string') return 'name';
    if (type === 'binary') return new Uint8Array([1]);
    if (type === 'timeUnit') return 'NANOS';
    return type === 'bool' ? true : type === 'double' ? 1.5 : 3;
  };
  return Object.fromEntries((structs[name] ?? []).map((field) => [field.name, full(field.type)]));
}

describe('errors of read functions name the invalid field', () => {
  const isRequired = (place: string): boolean => {
    const [struct, name] = place.split('.');
    return structs[struct as string]?.find((field) => field.name === name)?.required ?? false;
  };

  /** Returns the name of a field in errors. They name the union member `LogicalType.INTEGER` instead of its struct. */
  const named = (place: string): string => place.replace('IntType', 'LogicalType.INTEGER');

  test.each(places.filter(([place]) => isRequired(place)))('%s is missing in a %s', (place, root, value) => {
    const read = () => roots[root]?.read(apache(root, value, { without: place }));
    // This field is deprecated and has a default value.
    if (place === 'ColumnChunk.fileOffset')
      expect(read()).toMatchObject({ rowGroups: [{ columns: [{ fileOffset: 0 }] }] });
    else expect(read).toThrow(expect.objectContaining({ code: 'CORRUPT', reason: `${named(place)} is missing` }));
  });

  test.each(places)('the error names the field %s if its wire type is wrong in a %s', (place, root, value) => {
    const read = () => roots[root]?.read(apache(root, value, { mistyped: place }));
    // Dremio uses this field id for a list.
    if (place === 'ColumnMetaData.bloomFilterLength') {
      expect(read()).toEqual(roots[root]?.read(apache(root, value, { without: place })));
      return;
    }
    expect(read).toThrow(
      expect.objectContaining({ code: 'CORRUPT', reason: expect.stringContaining(`${named(place)} has wire type`) }),
    );
  });

  test.each(places.filter(([place]) => isCount(place)))('%s is negative in a %s', (place, root, value) => {
    const negative = JSON.parse(JSON.stringify(value, (_, item) => (item instanceof Uint8Array ? undefined : item)));
    const [struct, name] = place.split('.') as [string, string];
    setEverywhere(root, negative, struct, name);
    const read = () => roots[root]?.read(apache(root, negative));
    expect(read).toThrow(expect.objectContaining({ code: 'CORRUPT', reason: `${place} is negative: -1` }));
  });
});

function isCount(place: string): boolean {
  const [struct, name] = place.split('.');
  const type = structs[struct as string]?.find((field) => field.name === name)?.type;
  return type === 'count32' || type === 'count64';
}

function setEverywhere(current: string, value: Fields, struct: string, name: string): void {
  if (current === struct) value[name] = -1;
  const visit = (type: FieldType, item: unknown): void => {
    if (typeof type !== 'object' || item === undefined) return;
    if ('list' in type) for (const element of item as unknown[]) visit(type.list, element);
    else if ('struct' in type) setEverywhere(type.struct, item as Fields, struct, name);
  };
  for (const field of structs[current] ?? []) visit(field.type, value[field.name]);
}
