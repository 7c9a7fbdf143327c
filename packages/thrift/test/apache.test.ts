import { defaultLimits } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CompactReader, CompactWriter, WireType } from '../src/index.js';
import { apacheBytes, apacheProtocol, apacheRead, apacheTypes, apacheWrite } from './apache.js';
import { structs } from './trees.js';
import { walkStruct, walkWrite } from './walk.js';

const junk = [0xff, 0xff, 0xff];

describe('compatibility with Apache Thrift', () => {
  test('the Thrift reader reads the structs that Apache Thrift writes, and does not read the bytes after them', () => {
    fc.assert(
      fc.property(structs(3), (tree) => {
        const bytes = apacheBytes((protocol) => apacheWrite(protocol, tree));
        const reader = new CompactReader(new Uint8Array([...bytes, ...junk]));
        expect(walkStruct(reader)).toEqual(tree);
        expect(reader.position).toBe(bytes.length);
      }),
      { numRuns: 500 },
    );
  });

  test('the Thrift writer writes the same bytes as Apache Thrift, which can read them', () => {
    fc.assert(
      fc.property(structs(3), (tree) => {
        const writer = new CompactWriter(0);
        walkWrite(writer, tree);
        const bytes = writer.finish();
        expect(writer.byteLength).toBe(bytes.length);
        expect(bytes).toEqual(apacheBytes((protocol) => apacheWrite(protocol, tree)));
        expect(apacheRead(apacheProtocol(bytes), apacheTypes['struct']!)).toEqual(tree);
      }),
      { numRuns: 500 },
    );
  });

  test('the Thrift reader skips exactly the bytes of a value that Apache Thrift writes, in a field and in a list', () => {
    fc.assert(
      fc.property(structs(3), (tree) => {
        const bytes = apacheBytes((protocol) => apacheWrite(protocol, tree));
        const field = new CompactReader(new Uint8Array([0x1c, ...bytes, 0x00, ...junk]));
        field.beginStruct();
        expect(field.nextField()).toBe(true);
        field.skipField();
        expect([field.position, field.fieldId, field.nextField()]).toEqual([1 + bytes.length, 1, false]);

        const list = new CompactReader(new Uint8Array([0x2c, ...bytes, ...bytes, ...junk]));
        list.skipElements(list.elementType, 0);
        expect(list.readListHeader()).toBe(2);
        expect(list.elementType).toBe(WireType.STRUCT);
        list.skipElements(list.elementType, 2);
        expect(list.position).toBe(1 + 2 * bytes.length);
      }),
      { numRuns: 300 },
    );
  });

  test('reading truncated bytes that Apache Thrift wrote throws TRUNCATED, with the offset at which the bytes end', () => {
    fc.assert(
      fc.property(structs(2), (tree) => {
        const bytes = apacheBytes((protocol) => apacheWrite(protocol, tree));
        for (let length = 0; length < bytes.length; length++) {
          for (const read of [walkStruct, skipStruct]) {
            const reader = new CompactReader(bytes.subarray(0, length));
            const { code, at } = thrownBy(() => read(reader));
            // Call `expect` only after a failure, because calling it for every length would take longer than the reads.
            const isRight = code === 'TRUNCATED' && at.offset === length && Object.keys(at).length === 1;
            if (!isRight) expect([code, at]).toEqual(['TRUNCATED', { offset: length }]);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('random bytes yield a Thrift tree or a ParquetError', () => {
    let trees = 0;
    let errors = 0;
    const limits = { ...defaultLimits, thriftDepth: 1e9 };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const read of [walkStruct, skipStruct]) {
          try {
            read(new CompactReader(bytes, 0, { limits }));
            trees++;
          } catch (error) {
            expect(error).toMatchObject({
              name: 'ParquetError',
              code: expect.stringMatching('TRUNCATED|CORRUPT|LIMIT'),
            });
            errors++;
          }
        }
      }),
      { numRuns: fullOr(3000, 1000) },
    );
    expect(trees).toBeGreaterThan(0);
    expect(errors).toBeGreaterThan(0);
  });
});

function skipStruct(reader: CompactReader): void {
  const outer = reader.beginStruct();
  while (reader.nextField()) reader.skipField();
  reader.endStruct(outer);
}
