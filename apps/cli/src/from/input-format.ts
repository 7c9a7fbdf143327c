/** Finds the files to convert, and their format. */
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { UsageError } from '../failure.js';
import { inputsOf } from '../inputs.js';

const formatOfExtension = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.arrow': 'arrow',
  '.arrows': 'arrow',
  '.feather': 'arrow',
} as const;

export type FormatName = (typeof formatOfExtension)[keyof typeof formatOfExtension];

/** The argument that stands for standard input. */
export const standardInput = '-';

export function isGzip(path: string): boolean {
  return extname(path).toLowerCase() === '.gz';
}

/** A file to convert. */
export interface InputFile {
  /** The path; `-` is standard input. Files ending in `.gz` are decompressed. */
  readonly path: string;
  readonly byteLength: number;
}

/** The files to convert, which all have the same format. */
export interface InputFiles {
  readonly format: FormatName;
  readonly files: readonly InputFile[];
}

/**
 * Returns the files that the arguments name. Folders and patterns are replaced by their files, sorted.
 * @throws UsageError if the files have different formats or an unknown one, if a folder has no files to convert, and
 * for standard input together with files or without a format. File-system errors are thrown unchanged.
 */
export async function inputFilesOf(names: readonly string[], format: FormatName | undefined): Promise<InputFiles> {
  const files: InputFile[] = [];
  if (names.includes(standardInput)) {
    if (names.length > 1) throw new UsageError('standard input (-) must be the only input');
    if (format === undefined) throw new UsageError('standard input (-) needs --format');
    return { format, files: [{ path: standardInput, byteLength: 0 }] };
  }
  for (const path of await inputsOf(names)) {
    if (/^https?:\/\//i.test(path)) throw new UsageError(`${path}: \`from\` cannot read URLs: download the file first`);
    const found = await stat(path);
    if (found.isDirectory()) files.push(...(await filesIn(path, format)));
    else files.push({ path, byteLength: found.size });
  }
  const [first] = files;
  if (first === undefined) throw new UsageError('the `from` command needs at least one file to read');
  const chosen = format ?? formatOf(first.path);
  if (chosen === undefined) {
    throw new UsageError(`${first.path}: the format cannot be inferred from the name: use --format`);
  }
  const other = format === undefined ? files.find(({ path }) => formatOf(path) !== chosen) : undefined;
  if (other === undefined) return { format: chosen, files };
  throw new UsageError(
    `${other.path}: all files must have the same format, but ${first.path} is ${chosen}: use --format`,
  );
}

function formatOf(path: string): FormatName | undefined {
  const extension = extname(isGzip(path) ? path.slice(0, -'.gz'.length) : path).toLowerCase();
  return Object.hasOwn(formatOfExtension, extension)
    ? formatOfExtension[extension as keyof typeof formatOfExtension]
    : undefined;
}

async function filesIn(folder: string, format: FormatName | undefined): Promise<readonly InputFile[]> {
  const { glob } = await import('tinyglobby');
  const names = await glob('**/*', { cwd: folder, onlyFiles: true });
  const wanted = names.filter((name) => {
    const found = formatOf(name);
    return found !== undefined && (format === undefined || found === format);
  });
  if (wanted.length === 0) throw new UsageError(`${folder}: the folder has no files to convert`);
  return Promise.all(
    wanted.sort().map(async (name) => {
      const path = join(folder, name);
      return { path, byteLength: (await stat(path)).size };
    }),
  );
}
