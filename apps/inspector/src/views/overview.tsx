/** Lists the columns of the file, largest first, and how much space other encodings would save. */
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ColumnInfo, FileInfo } from '../protocol.js';
import { choices, choose, costs, measure, measureFault, measuring, stopMeasuring } from '../state/costs.js';
import { showColumn } from '../state/navigate.js';
import { bytes, count, counted, percent } from '../ui/format.js';
import { Grid } from '../ui/grid.js';
import { isNarrow } from '../ui/narrow.js';
import { Bar, FaultNote, ProgressBar, Section } from '../ui/parts.js';
import { Rewrite } from './rewrite.js';

/** Maximum number of columns that "Find savings" measures. */
const measuredColumns = 12;

export function Overview({ file }: { readonly file: FileInfo }): JSX.Element {
  const filter = useSignal('');
  const sorted = useComputed(() => {
    const wanted = filter.value.toLowerCase();
    return file.columns
      .filter(({ path }) => path.toLowerCase().includes(wanted))
      .sort((a, b) => b.storedBytes - a.storedBytes);
  });
  const stored = file.columns.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const largest = sorted.value[0]?.storedBytes ?? 1;
  const running = measuring.value;
  const top = sorted.value.slice(0, measuredColumns).map(({ index }) => index);
  return (
    <Section
      title="Columns, largest first"
      tools={
        <>
          <input
            type="search"
            aria-label="Find a column"
            placeholder="Find a column"
            value={filter.value}
            onInput={(event) => {
              filter.value = event.currentTarget.value;
            }}
          />
          {running === undefined ? (
            <button
              type="button"
              class="primary"
              onClick={() => void measure(top, { speed: false })}
              disabled={top.length === 0}
            >
              Find savings
            </button>
          ) : (
            <button type="button" onClick={stopMeasuring}>
              Stop
            </button>
          )}
        </>
      }
    >
      {running !== undefined && (
        <ProgressBar
          progress={running.progress}
          label={`Trying every encoding of ${counted(running.columns.length, 'column')}, ${count(running.done)} done`}
        />
      )}
      {measureFault.value !== undefined && <FaultNote fault={measureFault.value} />}
      <SavingsSummary file={file} />
      <Grid
        label="Columns"
        class="columns-grid"
        headers={['Column', 'Type', 'Stored', 'Share of the file', 'Of plain size', 'Encodings', 'Could be']}
        numbers={['Stored', 'Of plain size']}
        rows={sorted.value}
        rowHeight={isNarrow.value ? 104 : 52}
        keyOf={(column) => column.index}
        cells={(column) => <ColumnCells column={column} largest={largest} fileBytes={file.byteLength} />}
      />
      {sorted.value.length === 0 && <p class="quiet">No column has this name.</p>}
      <p class="quiet">
        {bytes(stored)} of {bytes(file.byteLength)} store columns. The rest stores the footer, indexes and filters.
      </p>
    </Section>
  );
}

function ColumnCells(props: {
  readonly column: ColumnInfo;
  readonly largest: number;
  readonly fileBytes: number;
}): JSX.Element {
  const { column, largest, fileBytes } = props;
  const result = costs.value.get(column.index);
  const best = result?.best?.cost;
  return (
    <>
      <span role="cell" class="name-cell">
        <button type="button" class="link name" onClick={() => showColumn(column.index)}>
          {column.path}
        </button>
        {column.lockedChunks > 0 && <span class="tag">locked</span>}
      </span>
      <span role="cell" class="type-cell quiet" title={column.type}>
        {column.type}
      </span>
      <span role="cell" class="stored-cell number">
        {bytes(column.storedBytes)}
      </span>
      <span role="cell" class="share-cell with-bar">
        <Bar share={column.storedBytes / largest} kept={best?.ratio} />
        <span class="number share-text">{percent(column.storedBytes / fileBytes)}</span>
      </span>
      <span role="cell" class="plain-cell number">
        {column.ratio === undefined ? '–' : percent(column.ratio)}
      </span>
      <span role="cell" class="stacked codes-cell quiet" title={[...column.encodings, ...column.codecs].join(' ')}>
        <code>{column.encodings.join(' ')}</code>
        <code>{column.codecs.join(' ')}</code>
      </span>
      <span role="cell" class="stacked best-cell">
        <CouldBe column={column} />
      </span>
    </>
  );
}

/** Shows the size of the column with the best encoding and codec. */
function CouldBe({ column }: { readonly column: ColumnInfo }): JSX.Element {
  const result = costs.value.get(column.index);
  const best = result?.best?.cost;
  if (result === undefined) return <span class="quiet">–</span>;
  if (best !== undefined) {
    return (
      <>
        <span class="saving">
          <strong>{bytes(column.storedBytes * best.ratio)}</strong>
          <span class="quiet">, {percent(1 - best.ratio)} less</span>
        </span>
        <code title={result.best?.reason ?? ''}>
          {best.encoding.name} {best.codec.name}
        </code>
      </>
    );
  }
  return (
    <span class="quiet" title={result.best?.reason ?? ''}>
      {result.fault?.message ?? (result.best === undefined ? 'measuring' : 'stored well')}
    </span>
  );
}

/** Shows the total savings, and the button that chooses the best encoding and codec of every measured column. */
function SavingsSummary({ file }: { readonly file: FileInfo }): JSX.Element | null {
  const better = file.columns.flatMap((column) => {
    const best = costs.value.get(column.index)?.best?.cost;
    return best !== undefined ? [{ column, best, saved: column.storedBytes * (1 - best.ratio) }] : [];
  });
  if (better.length === 0) return null;
  better.sort((a, b) => b.saved - a.saved);
  const total = better.reduce((sum, { saved }) => sum + saved, 0);
  const [first] = better;
  return (
    <div class="advice">
      <p>
        <strong>
          {first?.column.path} wastes the most: {first?.best.encoding.name} with {first?.best.codec.name} would save{' '}
          {bytes(first?.saved ?? 0)}.
        </strong>{' '}
        {better.length === 1
          ? `That is ${percent(total / file.byteLength)} of the file.`
          : `All ${counted(better.length, 'column')} together would save ${bytes(total)}, ${percent(total / file.byteLength)} of the file.`}
      </p>
      <div class="row">
        <button
          type="button"
          onClick={() => {
            for (const { column, best } of better) choose(column.index, best);
          }}
          disabled={better.every(({ column }) => choices.value.has(column.index))}
        >
          Choose these encodings
        </button>
        <Rewrite file={file} />
      </div>
    </div>
  );
}
