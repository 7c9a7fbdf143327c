/**
 * Tests that slices of a table survive a round trip through a file. In slices, validity and booleans can start at any bit, and offsets at any number.
 */
import { bytesSource, memorySink, openFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { fullOr } from '@marquetry/test-support/full.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { Field, Int32, List, Map_, Struct, Table, Utf8, Vector, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectorText } from '../../../tests/arrow/arrow-text.js';
import { schemaFromArrow, toArrow, writeArrow } from '../src/index.js';
import { kind } from './vectors.js';

/** Generates random slices of a vector. Some of them are slices of slices. */
const cuts = fc.array(fc.tuple(fc.nat(40), fc.nat(40), fc.nat(9)), { minLength: 1, maxLength: 3 });

function cut(vector: Vector, parts: readonly (readonly [number, number, number])[]): Vector {
  const pieces = parts.map(([from, length, again]) => vector.slice(from, from + length).slice(again));
  return new Vector(pieces.flatMap(({ data }) => data));
}

const column = kind(3).chain(({ type, entry }) =>
  fc.tuple(fc.constant(type), fc.array(fc.option(entry, { freq: 4 }), { minLength: 1, maxLength: 40 })),
);

test('a table whose vectors are slices is unchanged after writing and reading it', async () => {
  await fc.assert(
    fc.asyncProperty(column, cuts, async ([type, entries], parts) => {
      const vector = cut(vectorFromArray(entries, type), parts);
      const table = new Table({ c: vector });
      const sink = memorySink();
      const writer = createFileWriter(sink, { schema: schemaFromArrow(table.schema), encodings: standardEncodings });
      await writeArrow(writer, table);
      await writer.finish();
      const back = await toArrow(await openFile(bytesSource(sink.bytes), { encodings: standardEncodings }));
      expect(vectorText(back.getChild('c'))).toEqual(vectorText(table.getChild('c')));
    }),
    { numRuns: fullOr(5000, 150) },
  );
});

test('maps without entries, whose children Arrow builders omit, are unchanged after writing and reading them', async () => {
  const pair = new Struct([new Field('key', new Utf8(), false), new Field('value', new Int32(), true)]);
  const type = new List(new Field('element', new Map_(new Field('entries', pair, false)), true));
  const table = new Table({ c: vectorFromArray([[], null, []], type) });
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema: schemaFromArrow(table.schema), encodings: standardEncodings });
  await writeArrow(writer, table);
  await writer.finish();
  const back = await toArrow(await openFile(bytesSource(sink.bytes), { encodings: standardEncodings }));
  expect(vectorText(back.getChild('c'))).toEqual(vectorText(table.getChild('c')));
});
