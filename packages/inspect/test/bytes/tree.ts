/** Checks and searches the fields of explained bytes. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ByteField, ExplainedBytes } from '@marquetry/inspect/bytes';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const apache = resolve(root, '../shared/parquet-testing');

/** Paths of the Apache project's test files; empty if they are not present. */
export const apacheFiles: readonly string[] = [
  ...parquetFiles(join(apache, 'data')),
  ...parquetFiles(join(apache, 'bad_data')),
];
/** Paths of the fixtures that DuckDB and pyarrow wrote. */
export const fixtureFiles: readonly string[] = ['duckdb', 'pyarrow'].flatMap((folder) =>
  parquetFiles(join(root, 'tests/fixtures', folder)),
);

function parquetFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.parquet'));
  return names.sort().map((name) => join(folder, name));
}

/** Returns the range of bits that a field occupies, counted from the first bit of all bytes. */
function bitRange({ start, end, bits }: ByteField): readonly [number, number] {
  return bits === undefined ? [8 * start, 8 * end] : [8 * start + bits.from, 8 * start + bits.from + bits.count];
}

/**
 * Returns one message per rule that a field breaks. Fields must be in byte order, lie inside their parent, not overlap, and leave gaps only where
 * fields were omitted.
 */
export function brokenRules({ bytes, fields }: ExplainedBytes): string[] {
  const broken: string[] = [];
  const check = (children: readonly ByteField[], start: number, end: number, hasGaps: boolean, path: string): void => {
    let at = 8 * start;
    for (const child of children) {
      const where = `${path}/${child.name}`;
      const [from, to] = bitRange(child);
      if (child.start > child.end || child.start < start || child.end > end) broken.push(`${where} is not inside`);
      if (child.bits !== undefined && (child.bits.from > 7 || Math.ceil(to / 8) !== child.end)) {
        broken.push(`${where} has bits ${from} to ${to} in bytes ${child.start} to ${child.end}`);
      }
      if (from < at) broken.push(`${where} starts at bit ${from}, before ${at}`);
      if (from > at && !hasGaps) broken.push(`${where} starts at bit ${from}, after ${at}`);
      at = Math.max(at, to);
      const { omitted = 0 } = child;
      if (omitted < 0 || !Number.isSafeInteger(omitted)) broken.push(`${where} omits ${omitted}`);
      if (child.children.length > 0) check(child.children, child.start, child.end, omitted > 0, where);
    }
    if (at < 8 * end && !hasGaps) broken.push(`${path} ends at bit ${at}, before ${8 * end}`);
  };
  check(fields, 0, bytes.length, false, '');
  return broken;
}

/** Returns the fields without children. */
export function leavesOf(fields: readonly ByteField[]): ByteField[] {
  return fields.flatMap((field) => (field.children.length === 0 ? [field] : leavesOf(field.children)));
}

/** Returns the first field that matches a path of names, outermost first. Fields with other names may be between them. */
export function find(fields: readonly ByteField[], ...names: readonly string[]): ByteField | undefined {
  const [name, ...inner] = names;
  for (const field of fields) {
    if (field.name === name) return inner.length === 0 ? field : find(field.children, ...inner);
    const found = find(field.children, ...names);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns one line per field, indented by its depth: its bytes in hexadecimal, its name and its value. */
export function outline({ bytes, fields }: ExplainedBytes, depth = 0): string {
  return fields
    .map((field) => {
      const hex = [...bytes.subarray(field.start, field.end)]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
      const head = field.children.length > 0 ? '' : `${hex} `;
      const value = field.value === undefined ? '' : ` = ${field.value}`;
      const inner =
        field.children.length > 0 ? `\n${outline({ bytes, fileOffset: 0, fields: field.children }, depth + 1)}` : '';
      return `${'  '.repeat(depth)}${head}${field.name}${value}${inner}`;
    })
    .join('\n');
}
