/**
 * Reads a whole file as nested columns and checks the contract: the lengths of all levels of nesting agree, and unnesting the columns
 * yields the stored values and levels.
 */
import { type NestedColumn, unnestColumn } from '@marquetry/column';
import { readNestedBatches } from '@marquetry/file';
import { createRowWriter, jsonStyle } from '@marquetry/json';
import { formatPath } from '@marquetry/schema';
import { writeVariants } from '@marquetry/variant';
import type { openParquet } from 'marquetry';

type File = Awaited<ReturnType<typeof openParquet>>;
type Require = (holds: boolean, message: string) => void;

/** Reads all nested columns of a file and checks them with `require`. @throws errors from the reader, and those of `require`. */
export async function readNestedColumns(file: File, require: Require): Promise<void> {
  const stored = file.columnBatches();
  for await (const { columns, rowCount } of readNestedBatches(file)) {
    const { value: batch } = await stored.next();
    for (const column of columns) {
      require(column.length === rowCount, `${column.length} entries in ${rowCount} rows`);
      checkNested(column, require);
      for (const { leaf, nulls, slotCount } of unnestColumn(column)) {
        const other = batch?.[formatPath(leaf.path)];
        require(slotCount === other?.slotCount, `${slotCount} slots after unnesting, ${other?.slotCount} stored`);
        require(nulls.nullCount === other?.nulls.nullCount, `${nulls.nullCount} nulls after unnesting`);
        if (nulls.kind !== 'levels' || other?.nulls.kind !== 'levels') continue;
        require(same(nulls.definition, other.nulls.definition), 'other definition levels after unnesting');
        require(same(nulls.repetition, other.nulls.repetition), 'other repetition levels after unnesting');
      }
    }
    const write = createRowWriter(
      columns.map(({ field }) => field),
      jsonStyle,
      undefined,
      writeVariants,
    )(columns);
    for (let row = 0; row < Math.min(rowCount, 20); row++) {
      require(write(row).startsWith('{'), 'a row that is not an object');
    }
  }
}

function checkNested(column: NestedColumn, require: Require): void {
  const { length, nulls } = column;
  let valid = length;
  if (nulls.kind === 'bitmap') {
    valid = 0;
    for (let i = 0; i < length; i++) valid += ((nulls.bits[i >> 3] as number) >> (i & 7)) & 1;
    require(nulls.nullCount > 0, 'a validity bitmap in a column without nulls');
  }
  require(valid ===
    length - nulls.nullCount, `${valid} of ${length} entries are valid, but ${nulls.nullCount} are null`);
  switch (column.kind) {
    case 'leaf':
      require(column.values.length === length, `${column.values.length} values for ${length} entries`);
      return;
    case 'struct':
      for (const child of column.children) {
        require(child.length === length, `${child.length} entries in a struct of ${length}`);
        checkNested(child, require);
      }
      return;
    case 'variant':
      checkNested(column.storage, require);
      return;
    case 'list':
    case 'map': {
      const { offsets } = column;
      require(offsets.length === length + 1 && offsets[0] === 0, `${offsets.length} offsets for ${length} lists`);
      for (let i = 0; i < length; i++) {
        const count = (offsets[i + 1] as number) - (offsets[i] as number);
        const isNull = nulls.kind === 'bitmap' && (((nulls.bits[i >> 3] as number) >> (i & 7)) & 1) === 0;
        require(count >= 0 && !(isNull && count > 0), `a list of ${count} entries`);
      }
      for (const child of column.kind === 'list' ? [column.element] : [column.key, column.value]) {
        if (child === undefined) continue;
        require(child.length ===
          offsets[length], `${child.length} child entries for lists of ${offsets[length]} entries together`);
        checkNested(child, require);
      }
    }
  }
}

function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a?.length === b?.length && (a ?? []).every((level, i) => level === b?.[i]);
}
