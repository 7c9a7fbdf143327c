/** The files from which mutants are created, with the positions of their footer, page headers and page bodies. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openParquet } from 'marquetry';
import { builtFiles } from './built-files.js';
import { geometryFiles } from './geometry-files.js';
import { findNumbers, type NumberField } from './thrift-fields.js';
import { variantFiles } from './variant-files.js';

export interface SeedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Start of the metadata in the footer, as an offset in the file. */
  readonly footerStart: number;
  readonly footerEnd: number;
  /** The numbers in the footer, with their positions. */
  readonly footerFields: readonly NumberField[];
  /** The numbers in page headers, with their positions. */
  readonly headerFields: readonly NumberField[];
  /** Page bodies: the range of bytes from `start` up to `end`, and whether the page header has a checksum. */
  readonly bodies: readonly PageBodyRange[];
}

interface PageBodyRange {
  readonly start: number;
  readonly end: number;
  readonly checked: boolean;
}

/** Finds the footer, page headers and page bodies of a file, which must be valid. */
async function inspectSeed(name: string, content: Uint8Array): Promise<SeedFile> {
  // `slice` of a Buffer would return a view, not a copy.
  const bytes = new Uint8Array(content);
  const file = await openParquet(bytes);
  const footerStart = file.footer.offset;
  const footerEnd = footerStart + file.footer.byteLength;
  const headerFields: NumberField[] = [];
  const bodies: PageBodyRange[] = [];
  for (const [rowGroup] of file.metadata.rowGroups.entries()) {
    for (const leaf of file.schema.leaves) {
      for await (const page of file.pages({ rowGroup, column: leaf })) {
        headerFields.push(...findNumbers(bytes, page.fileOffset).fields);
        const start = page.fileOffset + page.headerSize;
        bodies.push({ start, end: start + page.header.compressedPageSize, checked: page.header.crc !== undefined });
      }
    }
  }
  const footerFields = findNumbers(bytes, footerStart).fields;
  return { name, bytes, footerStart, footerEnd, footerFields, headerFields, bodies };
}

/** Returns every seed file, always in the same order: our own, then fixtures from other writers. */
export async function seedFiles(fixtures: string): Promise<SeedFile[]> {
  const files: SeedFile[] = [];
  for (const { name, bytes } of builtFiles()) files.push(await inspectSeed(name, bytes));
  for (const { name, bytes } of await variantFiles()) files.push(await inspectSeed(name, bytes));
  for (const { name, bytes } of await geometryFiles()) files.push(await inspectSeed(name, bytes));
  for (const writer of ['duckdb', 'parquet-wasm']) {
    for (const name of readdirSync(join(fixtures, writer)).sort()) {
      files.push(await inspectSeed(`${writer}/${name}`, readFileSync(join(fixtures, writer, name))));
    }
  }
  return files;
}
