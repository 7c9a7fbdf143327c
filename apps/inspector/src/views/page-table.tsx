/** The pages of a chunk. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ColumnInfo, PageInfo } from '../protocol.js';
import { chunkKey, knownPages, selection } from '../state/app.js';
import { showPage } from '../state/navigate.js';
import { loadPages, stopLoadingPages } from '../state/pages.js';
import { bytes, count, counted, orDash } from '../ui/format.js';
import { Grid } from '../ui/grid.js';
import { FaultNote, Section } from '../ui/parts.js';

export function PageTable({
  column,
  rowGroup,
}: {
  readonly column: ColumnInfo;
  readonly rowGroup: number;
}): JSX.Element {
  useEffect(() => {
    void loadPages(rowGroup, column.index);
  }, [column, rowGroup]);
  const known = knownPages.value.get(chunkKey(rowGroup, column.index));
  const pages = known?.pages ?? [];
  return (
    <Section
      title={`Pages of row group ${rowGroup}`}
      tools={
        known !== undefined &&
        !known.isComplete && (
          <>
            <button type="button" onClick={() => void loadPages(rowGroup, column.index, { all: true })}>
              Read all page headers
            </button>
            <button type="button" onClick={() => stopLoadingPages(rowGroup, column.index)}>
              Stop
            </button>
          </>
        )
      }
    >
      {known?.fault !== undefined && (
        <FaultNote title={pages.length === 0 ? '' : `After ${counted(pages.length, 'page')}:`} fault={known.fault} />
      )}
      {pages.length === 0 ? (
        <p class="quiet">
          {known === undefined
            ? 'Reading the pages.'
            : known.isComplete
              ? 'The chunk has no pages.'
              : 'The chunk is large and has no page index: its pages are found by reading all of it.'}
        </p>
      ) : (
        <Grid
          label="Pages"
          class="pages-grid"
          headers={headers}
          rows={pages}
          rowHeight={32}
          keyOf={(page) => page.offset}
          rowClass={rowClass}
          cells={(page, ordinal) => (
            <PageCells page={page} ordinal={ordinal} open={() => showPage(column.index, rowGroup, page.offset)} />
          )}
        />
      )}
    </Section>
  );
}

const headers = [
  'Page',
  'Kind',
  'Encoding',
  'Offset',
  'Stored',
  'Raw',
  'Values',
  'Nulls',
  'Minimum',
  'Maximum',
  'Checksum',
] as const;

function rowClass({ checksum, fault, offset }: PageInfo): string {
  const isBad = checksum === 'wrong' || fault !== undefined;
  return `${isBad ? 'faulty' : ''} ${selection.value.page === offset ? 'chosen' : ''}`;
}

function PageCells(props: { readonly page: PageInfo; readonly ordinal: number; open(): void }): JSX.Element {
  const { page, ordinal } = props;
  return (
    <>
      <span role="cell">
        <button type="button" class="link" onClick={props.open} aria-label={`Page ${ordinal}`}>
          {ordinal}
        </button>
      </span>
      <span role="cell" class="quiet">
        {orDash(page.kind)}
      </span>
      <span role="cell" class="codes">
        {orDash(page.encoding)}
      </span>
      <span role="cell" class="number">
        {count(page.offset)}
      </span>
      <span role="cell" class="number">
        {bytes(page.storedBytes)}
      </span>
      <span role="cell" class="number">
        {page.rawBytes === undefined ? '–' : bytes(page.rawBytes)}
      </span>
      <span role="cell" class="number">
        {orDash(page.slots ?? page.rows)}
      </span>
      <span role="cell" class="number">
        {orDash(page.nulls)}
      </span>
      <span role="cell" class="value">
        {orDash(page.min)}
      </span>
      <span role="cell" class="value">
        {orDash(page.max)}
      </span>
      <span role="cell" class={`checksum-${page.checksum.replace(' ', '-')}`}>
        {page.checksum}
        {page.fault !== undefined && (
          <span class="tag fault-tag" title={page.fault}>
            cannot be read
          </span>
        )}
      </span>
    </>
  );
}
