/** Shows what a query reads and skips, and why. */
import type { JSX } from 'preact';
import type { FileInfo, PlanInfo } from '../protocol.js';
import { bytes, count, counted, percent } from '../ui/format.js';
import { Bar, Section, TableHead } from '../ui/parts.js';

/** Maximum number of lines in the table of row groups that a query reads or skips. */
const mostLines = 200;

interface Line {
  readonly rowGroup: number;
  readonly rows: number;
  readonly verdict: string;
  readonly by: string;
  readonly column: string;
  readonly why: string;
}

export function PlanPart({ plan, file }: { readonly plan: PlanInfo; readonly file: FileInfo }): JSX.Element {
  const lines: Line[] = [
    ...plan.groups.map(({ rowGroup, rows, decided, why }) => ({
      rowGroup,
      rows,
      verdict: decided === 'all' ? 'read, all rows match' : 'read',
      by: '',
      column: '',
      why: why ?? (decided === 'all' ? '' : 'some rows may match'),
    })),
    ...plan.skipped.map((skip) => ({ ...skip, verdict: 'skipped' })),
    ...plan.ignored.map((ignored) => ({ ...ignored, rows: 0, verdict: 'not used', by: '' })),
  ].sort((a, b) => a.rowGroup - b.rowGroup);
  const skipped = plan.skipped.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <Section title="Plan">
      <p>
        Reads at most <strong>{bytes(plan.bytes.read)}</strong> in {counted(plan.reads.length, 'range')},{' '}
        {percent(plan.bytes.read / file.byteLength)} of the file, and {bytes(plan.bytes.metadata)} of indexes, filters
        and dictionaries. Skips <strong>{counted(skipped, 'row')}</strong> of {count(file.rowCount)}. The map shows what
        is read.
      </p>
      <Bar share={plan.bytes.read / file.byteLength} />
      <div class="scroll" tabIndex={0} role="region" aria-label="Decisions of the plan">
        <table>
          <TableHead names={['Row group', 'Rows', 'Verdict', 'By', 'Column', 'Why']} numbers={['Rows']} />
          <tbody>
            {lines.slice(0, mostLines).map((line, i) => (
              <tr key={i}>
                <th scope="row">{line.rowGroup}</th>
                <td class="number">{count(line.rows)}</td>
                <td class={line.verdict === 'skipped' ? 'skipped' : ''}>{line.verdict}</td>
                <td>{byNames[line.by] ?? line.by}</td>
                <td class="codes">{line.column}</td>
                <td>{line.why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > mostLines && <p class="quiet">and {counted(lines.length - mostLines, 'line')} more</p>}
    </Section>
  );
}

const byNames: Readonly<Record<string, string>> = {
  bloom: 'Bloom filter',
  columnIndex: 'page index',
  rows: 'row range',
};
