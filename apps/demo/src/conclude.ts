/**
 * The last word: whether the columns agree.
 */
import { formatPath } from 'marquetry';
import type { ComparedColumn } from './compare.js';
import { grouped, plural } from './terminal/numbers.js';
import { printable } from './terminal/printable.js';
import { green, red, yellow } from './terminal/style.js';

/** Says which figures differ, and what holds of all. False when any differs. */
export function conclude(print: (line: string) => void, name: string, columns: readonly ComparedColumn[]): boolean {
  const differing = columns.filter(({ verdict }) => verdict === 'differ');
  const agreeing = columns.filter(({ verdict }) => verdict === 'agree').length;
  print('');
  for (const { leaf, figures } of differing) {
    for (const { name: figure, ours, theirs } of figures.filter(({ agree }) => agree === false)) {
      print(
        red(
          printable(
            `${formatPath(leaf.path)}: ${figure} is ${ours ?? 'absent'} here and ${theirs ?? 'absent'} in ${name}`,
          ),
        ),
      );
    }
  }
  const partly = columns.filter(({ verdict, reasons }) => verdict === 'agree' && reasons.length > 0).length;
  const note = partly === 0 ? '' : ` (${partly} in part only: see above)`;
  const all = columns.length === 1 ? 'The 1 column agrees' : `All ${grouped(columns.length)} columns agree`;
  const some = `${agreeing} of ${plural(columns.length, 'column')}`;
  if (differing.length > 0)
    print(red(`${differing.length} of ${plural(columns.length, 'column')} DISAGREE with DuckDB`));
  else if (agreeing === 0 && columns.length > 0)
    print(yellow('Nothing was compared: DuckDB has no figures to compare with'));
  else if (agreeing === columns.length) print(green(`${all} with DuckDB${note}`));
  else print(yellow(`${some} agree with DuckDB${note}; the others were not compared`));
  return differing.length === 0;
}
