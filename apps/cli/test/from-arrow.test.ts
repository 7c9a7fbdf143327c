import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { CompressionType, compressionRegistry, RecordBatchFileWriter, tableFromArrays } from 'apache-arrow';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonLines, runCli } from './run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-from-arrow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

describe('conversion of Arrow files', () => {
  it('`from` reads the Arrow file and stream formats, and keeps rows and types', async () => {
    writeFileSync(at('a.csv'), 'id,day,note\n1,2020-01-31,x\n2,,\n3,1969-12-31,"ü"\n');
    await runCli(['from', at('a.csv'), at('a.parquet')]);
    await runCli(['cat', at('a.parquet'), '-o', at('a.arrow')]);
    expect(await runCli(['from', at('a.arrow'), at('b.parquet')])).toEqual({
      code: 0,
      stdout: '3 rows, 1 row group from 1 file\n',
      stderr: '',
    });
    expect((await runCli(['diff', at('a.parquet'), at('b.parquet')])).code).toBe(0);
    expect((await runCli(['from', at('a.arrow'), at('a.arrow'), at('c.parquet')])).stdout).toBe(
      '6 rows, 1 row group from 2 files\n',
    );
  });

  it.skipIf(typeof zlib.zstdCompressSync !== 'function')(
    '`from` reads Arrow buffers compressed with ZSTD (Node 22.15 or later)',
    async () => {
      const packed: [Uint8Array, number][] = [];
      const encode = (bytes: Uint8Array): Uint8Array => {
        const frame = zlib.zstdCompressSync(bytes);
        packed.push([frame, bytes.length]);
        return frame;
      };
      compressionRegistry.set(CompressionType.ZSTD, { encode });
      const id = Int32Array.from({ length: 5000 }, (_, i) => i % 7);
      const writer = new RecordBatchFileWriter({ compressionType: CompressionType.ZSTD });
      writer.writeAll(tableFromArrays({ id }));
      const file = Buffer.from(await writer.toUint8Array());
      // Replace the compressed length that apache-arrow writes with the decompressed length that the format requires.
      for (const [frame, length] of packed) {
        const place = file.indexOf(frame);
        // Buffers that compression would enlarge are stored uncompressed.
        if (place > 0) file.writeBigInt64LE(BigInt(length), place - 8);
      }
      writeFileSync(at('z.feather'), file);
      expect((await runCli(['from', at('z.feather'), at('z.parquet')])).stdout).toMatch(/^5,000 rows/);
      const rows = jsonLines((await runCli(['cat', at('z.parquet')])).stdout);
      expect(rows.map((row) => row['id'])).toEqual([...id]);
    },
  );

  it('`from` rejects files that are not Arrow, and Arrow files whose columns differ from each other', async () => {
    writeFileSync(at('no.arrow'), 'id,name\n1,a\n'.repeat(100));
    const broken = await runCli(['from', at('no.arrow'), at('no.parquet')]);
    expect([broken.code, broken.stderr]).toEqual([
      1,
      expect.stringMatching(/^marquetry: CORRUPT: the file is not a valid Arrow file or stream: /),
    ]);
    writeFileSync(at('o.csv'), 'other\n1\n');
    await runCli(['from', at('o.csv'), at('o.parquet')]);
    await runCli(['cat', at('o.parquet'), '-o', at('o.arrow')]);
    const { code, stderr } = await runCli(['from', at('a.arrow'), at('o.arrow'), at('d.parquet')]);
    expect([code, stderr]).toEqual([
      1,
      `marquetry: INVALID_ARGUMENT: the columns must be the same as in ${at('a.arrow')}: convert this file separately (file ${at('o.arrow')})\n`,
    ]);
  });

  it('`from` rejects options that apply only to text files, if the input is Arrow', async () => {
    expect(await runCli(['from', at('a.arrow'), at('e.parquet'), '--strings'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'marquetry: --strings does not apply to the format arrow: leave it out\n',
    });
  });
});
