/** The pages of a chunk. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ColumnInfo, PageInfo } from '../protocol.js';
import { chunkKey, knownPages, selection } from '../state/app.js';
import { showPage } from '../state/navigate.js';
import { loadPages, stopLoadingPages } from '../state/pages.js';
import { bytes, count, counted, orDash } from '../ui/format.js';
import { FaultNote, Section } from '../ui/parts.js';
import { useVirtualList } from '../ui/virtual-rows.js';

const rowHeight = 32;

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
  const list = useVirtualList(pages.length, rowHeight);
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
        <div class="grid pages-grid" role="table" aria-label="Pages" aria-rowcount={pages.length + 1}>
          <div role="rowgroup">
            <div class="grid-head" role="row">
              {[
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
              ].map((name) => (
                <span role="columnheader" key={name}>
                  {name}
                </span>
              ))}
            </div>
          </div>
          <div class="grid-body" role="rowgroup" ref={list.ref} onScroll={list.onScroll}>
            <div role="presentation" class="grid-rows" style={{ height: `${list.height}px` }}>
              {pages.slice(list.from, list.to).map((page, i) => (
                <PageRow
                  key={page.offset}
                  page={page}
                  ordinal={list.from + i}
                  top={list.top + i * rowHeight}
                  open={() => showPage(column.index, rowGroup, page.offset)}
                />
              ))}
            </div>
          </div>
        </div>
      )}
    </Section>
  );
}

function PageRow(props: {
  readonly page: PageInfo;
  readonly ordinal: number;
  readonly top: number;
  open(): void;
}): JSX.Element {
  const { page, ordinal, top } = props;
  const isBad = page.checksum === 'wrong' || page.fault !== undefined;
  return (
    <div
      class={`grid-row ${isBad ? 'faulty' : ''} ${selection.value.page === page.offset ? 'chosen' : ''}`}
      role="row"
      aria-rowindex={ordinal + 2}
      style={{ top: `${top}px`, height: `${rowHeight}px` }}
    >
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
    </div>
  );
}
