/** Lists the pages of a chunk. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ColumnInfo, PageInfo, PageList } from '../protocol.js';
import { chunkKey, knownPages, selection } from '../state/app.js';
import { showPage } from '../state/navigate.js';
import { loadingChunks, loadPages, loadPageTable, stopLoadingPages, uncheckedBytes } from '../state/pages.js';
import { bytes, count, counted, orDash } from '../ui/format.js';
import { Grid } from '../ui/grid.js';
import { FaultNote, Section } from '../ui/parts.js';

/** Maximum number of different errors that are shown above the table. */
const mostFaults = 3;

interface PageTableProps {
  readonly column: ColumnInfo;
  readonly rowGroup: number;
}

export function PageTable({ column, rowGroup }: PageTableProps): JSX.Element {
  useEffect(() => {
    void loadPageTable(rowGroup, column.index);
  }, [column, rowGroup]);
  const list = knownPages.value.get(chunkKey(rowGroup, column.index));
  const pages = list?.pages ?? [];
  return (
    <Section
      title={`Pages of row group ${rowGroup}`}
      tools={<PageTools list={list} column={column} rowGroup={rowGroup} />}
    >
      {list?.fault !== undefined && <FaultNote fault={list.fault} />}
      <PageFaults pages={pages} />
      {pages.length === 0 ? (
        <p class="quiet">{list?.isComplete ? 'The chunk has no pages.' : 'Reading the page headers.'}</p>
      ) : (
        <Grid
          label="Pages"
          class="pages-grid"
          headers={headers}
          numbers={['Offset', 'Stored', 'Raw', 'Values', 'Nulls']}
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

/** The buttons that read more page headers or page bodies of the chunk. */
function PageTools(props: PageTableProps & { readonly list: PageList | undefined }): JSX.Element | null {
  const { list, column, rowGroup } = props;
  if (loadingChunks.value.has(chunkKey(rowGroup, column.index))) {
    return (
      <button type="button" onClick={() => stopLoadingPages(rowGroup, column.index)}>
        Stop
      </button>
    );
  }
  if (list === undefined) return null;
  if (!list.isComplete) {
    return (
      <button type="button" onClick={() => void loadPages(rowGroup, column.index, 'all')}>
        Read all page headers
      </button>
    );
  }
  const unchecked = uncheckedBytes(list);
  if (unchecked === 0) return null;
  return (
    <button type="button" onClick={() => void loadPages(rowGroup, column.index, 'bodies')}>
      Check the checksums of {bytes(unchecked)}
    </button>
  );
}

/** Shows each different error of the pages once. */
function PageFaults({ pages }: { readonly pages: readonly PageInfo[] }): JSX.Element {
  const places = new Map<string, number[]>();
  for (const [ordinal, { fault, checksum }] of pages.entries()) {
    const text = fault ?? (checksum === 'wrong' ? wrongChecksum : undefined);
    if (text !== undefined) places.set(text, [...(places.get(text) ?? []), ordinal]);
  }
  const faults = [...places];
  return (
    <>
      {faults.slice(0, mostFaults).map(([fault, ordinals]) => (
        <FaultNote
          key={fault}
          title={ordinals.length === 1 ? `Page ${ordinals[0]}:` : `${counted(ordinals.length, 'page')}:`}
          fault={fault}
        />
      ))}
      {faults.length > mostFaults && <p class="quiet">and {counted(faults.length - mostFaults, 'other fault')}</p>}
    </>
  );
}

const wrongChecksum = 'the checksum is wrong: the page was changed after it was written';

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

/** The names of the kinds of pages. */
const kindNames: Readonly<Record<string, string>> = {
  DATA_PAGE: 'data',
  DATA_PAGE_V2: 'data v2',
  DICTIONARY_PAGE: 'dictionary',
  INDEX_PAGE: 'index',
};

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
        {page.kind === undefined ? '–' : (kindNames[page.kind] ?? page.kind)}
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
        {page.fault === undefined ? page.checksum : <span class="tag fault-tag">cannot be read</span>}
      </span>
    </>
  );
}
