/** Compares two files: their schemas, then their rows. */
import type { ParquetFile } from '@marquetry/file';
import { type Field, formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { FilesDiffer } from '../failure.js';
import { blaming } from '../file-fault.js';
import { leavesOf } from '../leaves-of.js';
import { withInput } from '../open-input.js';
import { fieldsInOrder } from '../rows/fields-in-order.js';
import { haveSameOrder, schemaDifferences } from '../schema/compare-schemas.js';
import { type Difference, type DifferencePrinter, printDifferences } from './difference-printer.js';
import { firstDifference } from './first-difference.js';
import { type CurrentField, openRows } from './row-cursor.js';
import { type Cell, tableTexts } from './table-texts.js';

export interface DiffOptions {
  readonly columns?: readonly string[];
  readonly schema?: boolean;
  /** Maximum number of differing values to print. */
  readonly values: number;
  readonly json?: boolean;
}

interface Side {
  readonly name: string;
  readonly file: ParquetFile;
}

/** A difference, with its values as JSON. `cell` states where to read the values again, to print them as text. */
interface RowDifference {
  readonly difference: Difference & { readonly kind: 'value' };
  readonly cell: Cell;
}

/** Exit code if a file cannot be read. It is not 1, which means that the files differ. */
const faultCode = 2;

/** Compares the files at two paths or URLs. @throws FilesDiffer if anything differs. */
export async function diffFiles(a: string, b: string, options: DiffOptions, context: Context): Promise<void> {
  const isDifferent = await blaming(
    a,
    withInput(a, context, (fileA) =>
      blaming(
        b,
        withInput(b, context, (fileB) => compare({ name: a, file: fileA }, { name: b, file: fileB }, options, context)),
        faultCode,
      ),
    ),
    faultCode,
  );
  context.progress.clear();
  if (isDifferent) throw new FilesDiffer();
}

/** Prints every difference, and returns true if there is one. */
async function compare(a: Side, b: Side, options: DiffOptions, context: Context): Promise<boolean> {
  const printer = printDifferences(options.json === true, context);
  const isIn = (side: Side): ((path: string) => boolean) => {
    if (options.columns === undefined) return () => true;
    const paths = leavesOf(side.file, options.columns).map(({ path }) => formatPath(path));
    return (path) => paths.some((leaf) => leaf === path || leaf.startsWith(`${path}.`));
  };
  const isAsked = [isIn(a), isIn(b)];
  let differs = false;
  const print = (difference: Difference): Promise<void> => {
    differs = true;
    return printer.print(difference);
  };
  const schemas = schemaDifferences(a.file.schema, b.file.schema).filter(({ path }) =>
    isAsked.some((asked) => asked(path)),
  );
  for (const difference of schemas) await print({ kind: 'schema', ...difference });
  if (options.columns === undefined && !haveSameOrder(a.file.schema, b.file.schema)) {
    const order = ({ file }: Side): string => file.schema.leaves.map(({ path }) => formatPath(path)).join(', ');
    await print({ kind: 'order', a: order(a), b: order(b) });
  }
  if (options.schema !== true) {
    const rows = [a.file.rowCount, b.file.rowCount] as const;
    if (rows[0] !== rows[1]) await print({ kind: 'rows', a: rows[0], b: rows[1] });
    await compareRows(a, b, options, context, print);
  }
  await printer.end();
  return differs;
}

/** Compares the fields that have the same name in both files, and prints the first values that differ. */
async function compareRows(
  a: Side,
  b: Side,
  { columns, values, json }: DiffOptions,
  { progress, pause, signal }: Context,
  print: DifferencePrinter['print'],
): Promise<void> {
  const fields = commonFields(a, b, columns);
  if (fields.length === 0) return;
  const leaves = (pick: (pair: readonly [Field, Field]) => Field): readonly LeafNode[] =>
    fields.flatMap((pair) => pick(pair).leaves);
  const rowsA = await blaming(
    a.name,
    openRows(
      a.file,
      fields.map(([field]) => field),
      leaves(([field]) => field),
      signal,
    ),
    faultCode,
  );
  const rowsB = await blaming(
    b.name,
    openRows(
      b.file,
      fields.map(([, field]) => field),
      leaves(([, field]) => field),
      signal,
    ),
    faultCode,
  );
  const total = Math.min(a.file.rowCount, b.file.rowCount);
  const differences: RowDifference[] = [];
  let left = values;
  try {
    for (let row = 0; row < total && left > 0; ) {
      const count = Math.min(
        await blaming(a.name, rowsA.left(), faultCode),
        await blaming(b.name, rowsB.left(), faultCode),
        total - row,
      );
      if (count === 0) break;
      const found: { readonly place: number; readonly field: number }[] = [];
      const inA = rowsA.fields();
      const inB = rowsB.fields();
      for (const [i, fieldA] of inA.entries()) {
        const fieldB = inB[i] as CurrentField;
        // At most `left` more differences are printed, so stop after `left` differences in one field.
        for (let place = -1, ofField = 0; ofField < left; ofField++) {
          place = firstDifference(fieldA, rowsA.at, fieldB, rowsB.at, place + 1, count);
          if (place === count) break;
          found.push({ place, field: i });
        }
        await pause();
      }
      found.sort((x, y) => x.place - y.place || x.field - y.field);
      for (const { place, field } of found.slice(0, left)) {
        const column = formatPath((fields[field] as readonly [Field, Field])[0].node.path);
        const textA = (inA[field] as CurrentField).text(rowsA.at + place);
        const textB = (inB[field] as CurrentField).text(rowsB.at + place);
        const difference = { kind: 'value', row: row + place, column, a: textA, b: textB } as const;
        if (json === true) await print(difference);
        else differences.push({ difference, cell: { row: row + place, field } });
      }
      left -= Math.min(left, found.length);
      rowsA.skip(count);
      rowsB.skip(count);
      row += count;
      progress.update(row, total, 'rows');
    }
  } finally {
    await Promise.all([rowsA.close(), rowsB.close()]);
  }
  const cells = differences.map(({ cell }) => cell);
  const textsOf = (side: Side, pick: (pair: readonly [Field, Field]) => Field): Promise<readonly string[]> =>
    blaming(side.name, tableTexts(side.file, fields.map(pick), cells, signal), faultCode);
  const textsA = await textsOf(a, ([field]) => field);
  const textsB = await textsOf(b, ([, field]) => field);
  for (const [i, { difference }] of differences.entries()) {
    const texts = { a: textsA[i] ?? '', b: textsB[i] ?? '' };
    // If two different values have equal texts, such as null and the string "null", print their JSON, which differs.
    await print(texts.a === texts.b ? difference : { ...difference, ...texts });
  }
}

/** Returns the top-level fields that both files have, limited to the columns of `--columns` if given. */
function commonFields(a: Side, b: Side, columns: readonly string[] | undefined): readonly (readonly [Field, Field])[] {
  const byName = ({ file }: Side): Map<string, Field> =>
    new Map(fieldsInOrder(file.schema, leavesOf(file, columns)).map((field) => [field.name, field]));
  const inB = byName(b);
  return [...byName(a)].flatMap(([name, field]) => {
    const other = inB.get(name);
    return other === undefined ? [] : [[field, other] as const];
  });
}
