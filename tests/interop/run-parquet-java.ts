/**
 * Reads files with parquet-java. parquet-java/ParquetJava.java explains how to install it; MARQUETRY_PARQUET_JAVA is its class path.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The Java class path of parquet-java, or `undefined` if it is not installed. */
export const parquetJava: string | undefined = process.env['MARQUETRY_PARQUET_JAVA'];

const home = process.env['JAVA_HOME'];
const java = home === undefined ? 'java' : join(home, 'bin', 'java');

/** Copies the rows of a file to another, in pages of version 1 or 2, with one run of Java. */
export function rewriteWithParquetJava(source: string, target: string, pageVersion: 1 | 2): void {
  const main = ['-cp', parquetJava ?? '', 'ParquetJava', 'rewrite', source, target, String(pageVersion)];
  const { status, stderr } = spawnSync(java, main, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Java ended with ${status}: ${stderr}`);
}

/** Returns the rows of each file as text such as `{id=1,n=[2,3],name=null}`, with one run of Java. */
export function rowsOfParquetJava(files: readonly Uint8Array[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-parquet-java-'));
  try {
    const paths = files.map((bytes, i) => {
      const path = join(folder, `${i}.parquet`);
      writeFileSync(path, bytes);
      return path;
    });
    const { status, stdout, stderr } = spawnSync(java, ['-cp', parquetJava ?? '', 'ParquetJava', 'read', ...paths], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(`Java ended with ${status}: ${stderr}`);
    const [, ...answers] = stdout.split(/^# .*\n/m);
    return answers.map((answer) => answer.trimEnd().split('\n'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
