/**
 * The encrypted files that other implementations read and write, and the manifest that describes the files to them: one
 * line per file, with these fields separated by tabs.
 *
 *   path | footer key in hexadecimal | AAD prefix or nothing | none, stored or supplied: whether the file stores the prefix
 *   | keys of columns as `path=hexadecimal;...` | footer or none: the key of other columns | encrypted or plaintext footer | algorithm
 *   | 1 or 2: version of data pages | codec
 *
 * All files have 300 rows, which all implementations print in the same form.
 */

/** The encryption settings of one test file. */
export interface EncryptedCell {
  readonly algorithm: 'AES_GCM_V1' | 'AES_GCM_CTR_V1';
  readonly footer: 'encrypted' | 'plaintext';
  readonly columns: 'footer key' | 'own keys' | 'own keys and plaintext';
  readonly keyBits: 128 | 192 | 256;
  readonly pageVersion: 1 | 2;
  readonly codec: 'UNCOMPRESSED' | 'SNAPPY' | 'ZSTD';
  readonly prefix: 'none' | 'stored' | 'supplied';
}

export const aadPrefix = 'table 7';

export const encryptedCells: readonly EncryptedCell[] = (['AES_GCM_V1', 'AES_GCM_CTR_V1'] as const).flatMap(
  (algorithm) =>
    (['encrypted', 'plaintext'] as const).flatMap((footer) =>
      (['footer key', 'own keys', 'own keys and plaintext'] as const).flatMap((columns) =>
        ([128, 192, 256] as const).flatMap((keyBits) =>
          ([1, 2] as const).flatMap((pageVersion) =>
            (['UNCOMPRESSED', 'SNAPPY', 'ZSTD'] as const).flatMap((codec) =>
              (['none', 'stored', 'supplied'] as const).map((prefix): EncryptedCell => {
                return { algorithm, footer, columns, keyBits, pageVersion, codec, prefix };
              }),
            ),
          ),
        ),
      ),
    ),
);

/** Returns the name of the cell (a combination of settings), for use as a file name. */
export function cellName(cell: EncryptedCell): string {
  return `${Object.values(cell).join('-').replaceAll(' ', '_')}.parquet`;
}

/** Returns the keys of a file: the footer key, and the keys of columns that have their own. */
export function cellKeys({ columns, keyBits }: EncryptedCell): Readonly<Record<string, Uint8Array>> {
  const key = (first: number): Uint8Array => new Uint8Array(keyBits / 8).map((_, i) => first + i);
  if (columns === 'footer key') return { footer: key(0) };
  return { footer: key(0), id: key(64), 'n.list.element': key(128) };
}

/** Returns the manifest, which lists the files of a folder for another implementation. */
export function manifestOf(folder: string, cells: readonly EncryptedCell[]): string {
  const lines = cells.map((cell) => {
    const { footer: footerKey, ...columns } = cellKeys(cell);
    const fields = [
      `${folder}/${cellName(cell)}`,
      hexadecimal(footerKey),
      cell.prefix === 'none' ? '' : aadPrefix,
      cell.prefix,
      Object.entries(columns)
        .map(([path, key]) => `${path}=${hexadecimal(key)}`)
        .join(';'),
      cell.columns === 'own keys and plaintext' ? 'none' : 'footer',
      cell.footer,
      cell.algorithm,
      cell.pageVersion,
      cell.codec,
    ];
    return `${fields.join('\t')}\n`;
  });
  return lines.join('');
}

function hexadecimal(bytes: Uint8Array = new Uint8Array(0)): string {
  return Buffer.from(bytes).toString('hex');
}

export interface EncryptedRow {
  readonly id: bigint;
  readonly name: string | null;
  readonly n: readonly number[];
  readonly x: number;
}

export const encryptedRows: readonly EncryptedRow[] = Array.from({ length: 300 }, (_, i) => ({
  id: BigInt(i),
  name: i % 3 === 0 ? null : `name ${i % 50}`,
  n: i % 4 === 0 ? [] : [i, i + 1],
  x: i + 0.5,
}));

/** Returns a row as text, in the form in which the other implementations print it. */
export function rowText({ id, name, n, x }: EncryptedRow): string {
  return `${id}|${name}|[${n.join(', ')}]|${x}`;
}
