/**
 * The other implementations that read and write encrypted files. Each is a program whose arguments are a command and a
 * manifest (encrypted-manifest.ts).
 *
 *   pyarrow        `npm run test:interop` finds a Python with it
 *   parquet-java   MARQUETRY_PARQUET_JAVA: see parquet-java/ParquetJava.java
 *   arrow-rs       MARQUETRY_ARROW_RS_ENCRYPTED: the program `encrypted`, in the folder of the program of arrow-rs.test.ts
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cellName, type EncryptedCell, manifestOf } from './encrypted-manifest.js';
import { parquetJava } from './run-parquet-java.js';
import { python } from './run-pyarrow.js';

/** The lines that another implementation printed for a file, without its path. */
export type Printed = ReadonlyMap<string, readonly string[]>;

export interface EncryptionJudge {
  readonly name: string;
  /** Reads or writes all files of a folder, with one run of the program. */
  run(command: 'read' | 'write', folder: string, cells: readonly EncryptedCell[]): Printed;
}

const arrowRs = process.env['MARQUETRY_ARROW_RS_ENCRYPTED'];
const home = process.env['JAVA_HOME'];
const script = fileURLToPath(new URL('encrypted_with_pyarrow.py', import.meta.url));

const programs: readonly (readonly [name: string, program: readonly string[] | undefined])[] = [
  ['pyarrow', python === undefined ? undefined : [python, script]],
  [
    'parquet-java',
    parquetJava === undefined
      ? undefined
      : [home === undefined ? 'java' : join(home, 'bin', 'java'), '-cp', parquetJava, 'Encrypted'],
  ],
  ['arrow-rs', arrowRs === undefined ? undefined : [arrowRs]],
];

/** The other implementations, whether they are installed or not. */
export const encryptionJudges: readonly { readonly name: string; readonly judge: EncryptionJudge | undefined }[] =
  programs.map(([name, program]) => ({ name, judge: program && judgeOf(name, program) }));

function judgeOf(name: string, [command = '', ...first]: readonly string[]): EncryptionJudge {
  return {
    name,
    run: (what, folder, cells) => {
      const manifest = join(folder, 'manifest');
      writeFileSync(manifest, manifestOf(folder, cells));
      const { status, stdout, stderr } = spawnSync(command, [...first, what, manifest], {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      const [, ...answers] = stdout.split(/^# /m);
      const lines = answers.map((answer) => answer.trimEnd().split('\n'));
      return new Map(lines.map(([, ...printed], i) => [cellName(cells[i] as EncryptedCell), printed]));
    },
  };
}
