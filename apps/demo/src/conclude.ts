/** Prints whether the figures of all columns, such as minimums and sums, agree with DuckDB's. */
import { formatPath } from 'marquetry';
import type { ComparedColumn } from './compare.js';
import { grouped, plural } from './terminal/numbers.js';
import { printable } from './terminal/printable.js';
import { green, red, yellow } from './terminal/style.js';

/** Prints which figures differ, and a summary. Returns false if any figure differs. */
export function conclude(print: (line: string) => void, name: string, columns: readonly ComparedColumn[]): boolean {
  const differing = columns.filter(({ verdict }) => verdict === 'differ');
  const agreeing = columns.filter(({ verdict }) => verdict === 'agree').length;
  print('');
  for (const { leaf, figures } of differing) {
    for (const { name: figure, ours, theirs } of figures.filter(({ agree }) => agree === false)) {
      print(
        red(
          printable(
            `${formatPath(leaf.path)}: ${figure} is ${ours ?? 'absent'} in Marquetry and ${theirs ?? 'absent'} in ${name}`,
          ),
        ),
      );
    }
  }
  const partly = columns.filter(({ verdict, reasons }) => verdict === 'agree' && reasons.length > 0).length;
  const note = partly === 0 ? '' : ` (${partly} only in part: see above)`;
  const all = columns.length === 1 ? 'The 1 column agrees' : `All ${grouped(columns.length)} columns agree`;
  const some = `${agreeing} of ${plural(columns.length, 'column')}`;
  if (differing.length > 0)
    print(red(`${differing.length} of ${plural(columns.length, 'column')} DISAGREE with DuckDB`));
  else if (agreeing === 0 && columns.length > 0) print(yellow('Nothing was compared: DuckDB returned no figures'));
  else if (agreeing === columns.length) print(green(`${all} with DuckDB${note}`));
  else print(yellow(`${some} agree with DuckDB${note}; the others were not compared`));
  return differing.length === 0;
}
