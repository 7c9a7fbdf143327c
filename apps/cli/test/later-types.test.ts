/** Tests the logical type FILE, and logical types that the format does not define yet. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { schemaFromArrow, toArrow } from '@marquetry/arrow';
import { createSchema, schemaElements } from '@marquetry/schema';
import { createParquetWriter, defineSchema, memorySink, openParquet } from 'marquetry';
import { describe, expect, it } from 'vitest';
import { fileOf, runCli } from './run-cli.js';

const optional = true;
const fields = {
  uri: { type: 'STRING', optional },
  offset: { type: 'INT64', optional },
  size: { type: 'INT64', optional },
  content_type: { type: 'STRING', optional },
  checksum: { type: 'STRING', optional },
  inline: { type: 'BYTE_ARRAY', optional },
} as const;
const part = {
  uri: 's3://bucket/a.jpg',
  offset: 0n,
  size: 10n,
  content_type: 'image/jpeg',
  checksum: null,
  inline: null,
};
const inside = { uri: null, offset: null, size: null, content_type: null, checksum: null, inline: Uint8Array.of(1, 2) };

describe('columns of the logical type FILE', () => {
  const schema = defineSchema({ doc: { type: 'FILE', optional, fields } });

  it('a FILE column is written and read as an object, printed by `schema`, and unchanged by `rewrite` and by conversion to Arrow', async () => {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { schema });
    await writer.writeRows([{ doc: part }, { doc: null }, { doc: inside }]);
    await writer.finish();
    const input = fileOf(sink.bytes);
    const out = join(dirname(input), 'file.parquet');
    expect((await runCli(['rewrite', input, out])).code).toBe(0);
    for (const path of [input, out]) {
      const file = await openParquet(readFileSync(path));
      const rows = [];
      for await (const row of file.rows({ values: 'lossless' })) rows.push(row);
      expect(rows).toEqual([{ doc: part }, { doc: null }, { doc: inside }]);
      expect(schemaElements(file.schema)[1]?.logicalType).toEqual({ kind: 'FILE' });
      expect((await runCli(['schema', path])).stdout).toContain('FILE');
      const arrow = await toArrow(file);
      expect(schemaElements(schemaFromArrow(arrow.schema))[1]?.logicalType).toEqual({ kind: 'FILE' });
    }
    expect((await runCli(['cat', input, '--json'])).stdout.split('\n')[0]).toBe(
      '{"doc":{"uri":"s3://bucket/a.jpg","offset":0,"size":10,"content_type":"image/jpeg","checksum":null,"inline":null}}',
    );
  });

  it.each([
    ['another field', { name: { type: 'STRING', optional } }],
    ['a required field', { uri: 'STRING' }],
    ['a field of another type', { size: { type: 'INT32', optional } }],
  ] as const)('defineSchema rejects a FILE column with %s', (_, wrong) => {
    expect(() => defineSchema({ doc: { type: 'FILE', fields: wrong } })).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        at: { column: 'doc' },
        reason: expect.stringContaining('content_type'),
      }),
    );
  });
});

describe('a logical type that the format does not define yet', () => {
  // A Thrift struct whose field 1 is the text "x".
  const parameters = Uint8Array.of(0x18, 0x01, 0x78, 0x00);
  const later = { kind: 'unknown', id: 77, parameters } as const;

  it('a logical type that the format does not define yet is kept by rewrite, merge and split, with its parameters', async () => {
    const elements = schemaElements(
      defineSchema({ a: 'INT64', g: { fields: { b: { type: 'BYTE_ARRAY', optional } } } }),
    );
    const schema = createSchema(
      elements.map((element) => (/^[ag]$/.test(element.name) ? { ...element, logicalType: later } : element)),
    );
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { schema });
    await writer.writeRows([{ a: 1n, g: { b: Uint8Array.of(7) } }]);
    await writer.finish();
    const input = fileOf(sink.bytes);
    const target = (name: string): string => join(dirname(input), name);
    expect((await runCli(['rewrite', input, target('rewritten.parquet')])).code).toBe(0);
    expect((await runCli(['merge', input, input, target('merged.parquet')])).code).toBe(0);
    expect((await runCli(['split', target('merged.parquet')])).code).toBe(0);
    const names = ['rewritten.parquet', 'merged.parquet', 'merged-0.parquet', 'merged-1.parquet'];
    for (const path of [input, ...names.map(target)]) {
      const { schema: found } = await openParquet(readFileSync(path));
      expect(schemaElements(found).map(({ logicalType }) => logicalType)).toEqual([undefined, later, later, undefined]);
      expect((await runCli(['schema', path])).stdout).toContain('unknown (77)');
      expect((await runCli(['schema', path, '--json'])).code).toBe(0);
      expect((await runCli(['meta', path, '--json'])).code).toBe(0);
    }
  });
});
