import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createParquetWriter, defineSchema, memorySink, openParquet } from 'marquetry';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';
import { nestedFile } from './sample.js';

const rows = Array.from({ length: 100 }, (_, row) => row);
let input: string;
beforeAll(async () => {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, {
    schema: defineSchema({
      id: 'INT64',
      price: { type: 'DECIMAL', precision: 9, scale: 2, optional: true },
      'na.me': { type: 'STRING', optional: true },
      flag: 'BOOLEAN',
    }),
    rowGroupRows: 40,
    keyValueMetadata: { who: 'test' },
    sortingColumns: [{ column: 'id' }],
  });
  await writer.write({
    id: rows,
    price: rows.map((row) => (row % 7 === 0 ? null : row * 100)),
    'na\\.me': rows.map((row) => (row % 3 === 0 ? null : `name ${row % 5}`)),
    flag: rows.map((row) => row % 2 === 0),
  });
  await writer.finish();
  input = fileOf(sink.bytes);
});

const target = (name: string): string => join(dirname(input), name);
const cat = async (path: string): Promise<string> => (await runCli(['cat', path, '--json'])).stdout;

describe('marquetry rewrite', () => {
  it('rewrite keeps rows, row groups, codecs, metadata and sort order by default', async () => {
    const out = target('plain.parquet');
    const { code, stderr, stdout } = await runCli(['rewrite', input, out]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^column +was +bytes +is +bytes +ratio\n/);
    expect(stdout).toContain('100 rows, 3 row groups, ');
    expect(await cat(out)).toBe(await cat(input));
    const [before, after] = [await openParquet(input), await openParquet(out)];
    expect(after.metadata.rowGroups.map(({ numRows, sortingColumns }) => [numRows, sortingColumns])).toEqual(
      before.metadata.rowGroups.map(({ numRows, sortingColumns }) => [numRows, sortingColumns]),
    );
    expect(after.metadata.keyValueMetadata).toEqual([{ key: 'who', value: 'test' }]);
    expect(after.chunk({ rowGroup: 0, column: 'id' }).metaData.codec).toBe(1);
    expect((await runCli(['verify', out])).code).toBe(0);
  });

  it('rewrite applies the options for encodings, codecs, pages, row groups and Bloom filters', async () => {
    const out = target('options.parquet');
    const { code, stderr, stdout } = await runCli([
      ...['rewrite', input, out, '--encoding', 'delta_binary_packed', '--encoding', 'id=PLAIN', '--codec', 'gzip'],
      ...['--page-version', '2', '--page-size', '100', '--row-group-rows', '60', '--no-crc', '--no-index'],
      ...['--bloom', 'na\\.me', '--json'],
    ]);
    expect(code).toBe(0);
    expect(stderr).toBe('marquetry: DELTA_BINARY_PACKED does not support the type of 2 columns: na\\.me, flag\n');
    const records = jsonLines(stdout);
    expect(Object.keys(records[0]!)).toEqual([
      ...['column', 'encodings', 'codec', 'compressedSize', 'uncompressedSize'],
      ...['previousEncodings', 'previousCodec', 'previousCompressedSize'],
    ]);
    expect(records.map(({ column, encodings, codec }) => [column, encodings, codec]).slice(0, 2)).toEqual([
      ['id', ['PLAIN'], 'GZIP'],
      ['price', ['DELTA_BINARY_PACKED'], 'GZIP'],
    ]);
    const pages = jsonLines((await runCli(['pages', out, '--json'])).stdout);
    expect(new Set(pages.map(({ crc }) => crc))).toEqual(new Set(['absent']));
    expect(new Set(pages.map(({ kind }) => kind))).toEqual(new Set(['dictionary', 'data-v2']));
    // A page of 100 bytes holds 12 values of 8 bytes: the row groups of 60 and 40 rows take 5 and 4 pages.
    expect(pages.filter(({ column }) => column === 'id').length).toBeGreaterThanOrEqual(8);
    const { metadata } = await openParquet(out);
    expect(metadata.rowGroups.map(({ numRows, sortingColumns }) => [numRows, sortingColumns])).toEqual([
      [60, undefined],
      [40, undefined],
    ]);
    const [id, , name] = metadata.rowGroups[0]!.columns;
    expect([id!.offsetIndexOffset, id!.metaData!.bloomFilterOffset]).toEqual([undefined, undefined]);
    expect(name!.metaData!.bloomFilterLength).toBeGreaterThan(32);
    expect(await cat(out)).toBe(await cat(input));
  });

  describe('rewrite --encoding without a column', () => {
    let mixed: string;
    beforeAll(async () => {
      const sink = memorySink();
      const schema = defineSchema({ id: 'UUID', name: 'STRING', flag: 'BOOLEAN', n: 'INT32', x: 'DOUBLE' });
      const writer = await createParquetWriter(sink, { schema });
      await writer.write({
        id: rows.map((row) => new Uint8Array(16).fill(row)),
        name: rows.map((row) => `name ${row}`),
        flag: rows.map((row) => row % 3 === 0),
        n: rows,
        x: rows.map((row) => row / 8),
      });
      await writer.finish();
      mixed = fileOf(sink.bytes);
    });

    const encodingsOf = async (...options: string[]): Promise<[Record<string, unknown>, string]> => {
      const { code, stdout, stderr } = await runCli(['rewrite', mixed, target('mixed.parquet'), '--json', ...options]);
      expect(code).toBe(0);
      expect(await cat(target('mixed.parquet'))).toBe(await cat(mixed));
      const pairs = jsonLines(stdout).map(({ column, encodings }) => [column, (encodings as string[]).join(' ')]);
      return [Object.fromEntries(pairs) as Record<string, unknown>, stderr];
    };

    it('`rewrite --encoding DELTA_BYTE_ARRAY` skips fixed-length columns, because polars could not read them, and prints the reason', async () => {
      const [encodings, stderr] = await encodingsOf('--encoding', 'DELTA_BYTE_ARRAY');
      expect(encodings['name']).toBe('DELTA_BYTE_ARRAY');
      expect(encodings['id']).not.toContain('DELTA');
      expect(stderr).toBe(
        'marquetry: DELTA_BYTE_ARRAY does not support the type of 3 columns: flag, n, x\n' +
          'marquetry: DELTA_BYTE_ARRAY is not used for 1 column that would be unreadable in polars 2.1: id ' +
          '(to use it anyway: --encoding PATH=DELTA_BYTE_ARRAY)\n',
      );
    });

    it('`rewrite --encoding` does not use dictionaries for BOOLEAN', async () => {
      const [encodings, stderr] = await encodingsOf('--encoding', 'RLE_DICTIONARY');
      expect(encodings).toEqual({
        id: 'RLE_DICTIONARY',
        name: 'RLE_DICTIONARY',
        flag: expect.stringMatching(/^(PLAIN|RLE)$/),
        n: 'RLE_DICTIONARY',
        x: 'RLE_DICTIONARY',
      });
      expect(stderr).toBe(
        'marquetry: RLE_DICTIONARY is not used for 1 column that would be unreadable in pyarrow 26, polars 2.1, Spark 4.0.0: flag ' +
          '(to use it anyway: --encoding PATH=RLE_DICTIONARY)\n',
      );
    });

    it('`rewrite --encoding BYTE_STREAM_SPLIT` changes only floating-point columns, and names the readers that could not read the other columns', async () => {
      const [encodings, stderr] = await encodingsOf('--encoding', 'BYTE_STREAM_SPLIT');
      expect(encodings['x']).toBe('BYTE_STREAM_SPLIT');
      expect([encodings['id'], encodings['n']]).not.toContain('BYTE_STREAM_SPLIT');
      expect(stderr.split('\n').slice(1)).toEqual([
        'marquetry: BYTE_STREAM_SPLIT is not used for 1 column that would be unreadable in polars 2.1, DuckDB 1.5: id ' +
          '(to use it anyway: --encoding PATH=BYTE_STREAM_SPLIT)',
        'marquetry: BYTE_STREAM_SPLIT is not used for 1 column that would be unreadable in DuckDB 1.5: n ' +
          '(to use it anyway: --encoding PATH=BYTE_STREAM_SPLIT)',
        '',
      ]);
    });

    it('`rewrite --encoding PATH=NAME` re-encodes the column even if some readers cannot read the result', async () => {
      const named = ['--encoding', 'id=DELTA_BYTE_ARRAY', '--encoding', 'flag=RLE_DICTIONARY', '--encoding', 'n=PLAIN'];
      const [encodings, stderr] = await encodingsOf(...named, '--encoding', 'RLE_DICTIONARY');
      expect(encodings).toEqual({
        id: 'DELTA_BYTE_ARRAY',
        name: 'RLE_DICTIONARY',
        flag: 'RLE_DICTIONARY',
        n: 'PLAIN',
        x: 'RLE_DICTIONARY',
      });
      expect(stderr).toBe('');
    });
  });

  it('rewrite can replace its own input', async () => {
    const own = fileOf(readFileSync(input));
    const before = await cat(own);
    expect((await runCli(['rewrite', own, own, '--codec', 'uncompressed'])).code).toBe(0);
    expect(await cat(own)).toBe(before);
    expect((await openParquet(own)).chunk({ rowGroup: 2, column: 'flag' }).metaData.codec).toBe(0);
    expect(readdirSync(dirname(own)).filter((name) => name.includes(`${basename(own)}.`))).toEqual([]);
  });

  it('rewrite keeps the levels of nested columns', async () => {
    const nested = fileOf(nestedFile());
    const out = target('nested.parquet');
    expect((await runCli(['rewrite', nested, out, '--row-group-rows', '1'])).code).toBe(0);
    const file = await openParquet(out);
    const lists: unknown[] = [];
    for await (const { values, nulls } of file.columnPieces('list')) {
      if (values.layout === 'fixed' && nulls.kind === 'levels') lists.push([[...values.data], [...nulls.repetition!]]);
    }
    expect(lists).toEqual([
      [
        [1, 2],
        [0, 1],
      ],
      [[3], [0]],
    ]);
  });

  it("rewrite throws CORRUPT for values that violate the file's own schema", async () => {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, {
      schema: defineSchema({ s: 'STRING' }),
      encoding: 0,
      codec: 0,
      checksums: false,
    });
    await writer.write({ s: ['first', 'name'] });
    await writer.finish();
    const bytes = new Uint8Array(sink.bytes);
    const at = Buffer.from(bytes).indexOf('name');
    bytes[at] = 0xff;
    const broken = fileOf(bytes);
    const out = target('broken.parquet');
    const { code, stderr } = await runCli(['rewrite', broken, out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /CORRUPT: a value violates the file's own schema: a value in a STRING column must be valid UTF-8.*column s/,
    );
    expect(readdirSync(dirname(out)).filter((name) => name.includes('broken'))).toEqual([]);
  });

  it('rewrite leaves no file if it is interrupted', async () => {
    const out = target('interrupted.parquet');
    expect((await runCli(['rewrite', input, out], { signal: AbortSignal.abort() })).code).toBe(130);
    expect(readdirSync(dirname(out)).filter((name) => name.includes('interrupted'))).toEqual([]);
  });
});

describe('marquetry sizes', () => {
  it('`sizes` measures each encoding that supports the column with each codec that --codec names', async () => {
    const { code, stdout } = await runCli([
      ...['sizes', input, '--column', 'id', '--codec', 'UNCOMPRESSED', '--codec', 'snappy', '--json'],
    ]);
    expect(code).toBe(0);
    const records = jsonLines(stdout);
    expect(records.map(({ encoding, codec }) => `${encoding} ${codec}`)).toEqual([
      ...['PLAIN UNCOMPRESSED', 'PLAIN SNAPPY', 'DELTA_BINARY_PACKED UNCOMPRESSED', 'DELTA_BINARY_PACKED SNAPPY'],
      ...['RLE_DICTIONARY UNCOMPRESSED', 'RLE_DICTIONARY SNAPPY'],
      ...['BYTE_STREAM_SPLIT UNCOMPRESSED', 'BYTE_STREAM_SPLIT SNAPPY'],
    ]);
    const plain = records[0]!;
    // The size includes 800 bytes of values and one page header per row group.
    expect(plain['size']).toBeGreaterThan(800);
    expect(plain['size']).toBeLessThan(1000);
    const file = await openParquet(input);
    const present = file.metadata.rowGroups.reduce(
      (sum, { columns }) => sum + columns[0]!.metaData!.totalCompressedSize,
      0,
    );
    expect([plain['presentSize'], plain['rows'], plain['column']]).toEqual([present, 100, 'id']);
    expect(plain['ratio']).toBeCloseTo((plain['size'] as number) / present);
  });

  it('`sizes` prints a table with bars, smallest first', async () => {
    const { stdout } = await runCli(['sizes', input, '--column', 'flag', '--codec', 'UNCOMPRESSED']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^flag {2}100 rows {2}currently [\d,]+ bytes: /);
    expect(lines[1]).toMatch(/^encoding +codec +bytes +of current +decodes$/);
    const sizes = lines.slice(2).map((line) => Number(/UNCOMPRESSED +([\d,]+)/.exec(line)?.[1]?.replaceAll(',', '')));
    expect(sizes).toHaveLength(3);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(lines.at(-1)).toMatch(/ █{1,24}$/);
  });

  it('`sizes` measures nested columns, and rejects an unknown codec', async () => {
    const nested = fileOf(nestedFile());
    const records = jsonLines((await runCli(['sizes', nested, '--codec', 'snappy', '--json'])).stdout);
    expect(new Set(records.map(({ column }) => column))).toEqual(new Set(['id', 'list']));
    expect((await runCli(['sizes', nested, '--codec', 'LZ77'])).code).toBe(2);
  });
});

describe('writing encodings and codecs that are not standard', () => {
  let decimals: string;
  beforeAll(async () => {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, { schema: defineSchema({ price: 'DOUBLE', id: 'INT32' }) });
    await writer.write({ price: Float64Array.from(rows, (row) => ((row * 7919) % 10_000) / 100), id: rows });
    await writer.finish();
    decimals = fileOf(sink.bytes);
  });

  it.each([
    ['price=alp', 'LZO', ['ALP', 'LZO']],
    ['id=group_var_int', 'LZ4', ['GROUP_VAR_INT', 'LZ4']],
  ])('encoding %s and codec %s are written if an option names them', async (encoding, codec, names) => {
    const out = target('outside.parquet');
    expect((await runCli(['rewrite', decimals, out, '--encoding', encoding, '--codec', codec])).stderr).toBe('');
    const column = encoding.split('=')[0] as string;
    const pages = jsonLines((await runCli(['pages', out, '--column', column, '--json'])).stdout);
    expect(pages.map((page) => [page['encoding'], page['codec']])).toEqual([names]);
    expect(await cat(out)).toBe(await cat(decimals));
    expect((await runCli(['verify', out])).code).toBe(0);
  });

  it('encodings and codecs that are not in standardEncodings or standardCodecs are never written by default', async () => {
    const out = target('chosen.parquet');
    const { stdout } = await runCli(['rewrite', decimals, out, '--codec', 'NONE', '--json']);
    const chosen = jsonLines(stdout).flatMap(({ encodings }) => encodings);
    expect(chosen).not.toContain('ALP');
    expect(chosen).not.toContain('GROUP_VAR_INT');
  });

  it('sizes marks preview encodings, omits historical encodings, and measures historical codecs only if they are named', async () => {
    // Measure all encodings with one codec, then all codecs for one column, because all combinations take too long.
    const encodings = ['sizes', decimals, '--codec', 'NONE', '--json'];
    const codecs = ['sizes', decimals, '--column', 'id', '--json'];
    const sizes = [...jsonLines((await runCli(encodings)).stdout), ...jsonLines((await runCli(codecs)).stdout)];
    expect(sizes.some(({ column }) => column === 'price')).toBe(true);
    const previews = new Set(sizes.filter(({ preview }) => preview === true).map(({ encoding }) => encoding));
    expect(previews).toEqual(new Set(['ALP']));
    for (const { encoding } of sizes) expect(encoding).not.toBe('GROUP_VAR_INT');
    for (const { codec } of sizes) expect(['LZO', 'LZ4']).not.toContain(codec);
    const named = await runCli(['sizes', decimals, '--column', 'price', '--codec', 'LZO']);
    expect(named.stdout).toMatch(/^ALP \(preview\) +LZO/m);
  });
});
