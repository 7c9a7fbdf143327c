/** Shows the rows of a query. Reads only blocks of rows that are visible, so the table can have millions of rows. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { faultOf } from '../client.js';
import type { Fault, QueryStart, RowWindow } from '../protocol.js';
import { worker } from '../state/app.js';
import { count } from '../ui/format.js';
import { FaultNote } from '../ui/parts.js';
import { useVirtualList } from '../ui/virtual-rows.js';

const rowHeight = 26;
/** Number of rows per block. The rows of a block are read together. */
const blockRows = 128;
/** Maximum number of blocks of rows to keep in memory. The oldest blocks are dropped first. */
const mostBlocks = 64;
/** Milliseconds to wait before reading, so that fast scrolling does not read all the rows that it passes. */
const settleTime = 60;

interface RowTableProps {
  readonly columns: QueryStart['columns'];
  readonly rowCount: number;
}

export function RowTable({ columns, rowCount }: RowTableProps): JSX.Element {
  const blocks = useSignal<ReadonlyMap<number, RowWindow['rows']>>(new Map());
  const fault = useSignal<Fault | undefined>(undefined);
  const reading = useRef<Map<number, AbortController>>(new Map());
  const list = useVirtualList(rowCount, rowHeight);
  const first = Math.floor(list.from / blockRows);
  const last = Math.floor(Math.max(list.from, list.to - 1) / blockRows);

  const read = async (block: number): Promise<void> => {
    const controller = new AbortController();
    reading.current.set(block, controller);
    const from = block * blockRows;
    const to = Math.min(rowCount, from + blockRows);
    try {
      const { rows } = await worker().call('rows', { from, to }, { signal: controller.signal });
      const next = new Map(blocks.value).set(block, rows);
      for (const key of next.keys()) {
        if (next.size <= mostBlocks) break;
        next.delete(key);
      }
      blocks.value = next;
    } catch (error) {
      const found = faultOf(error);
      if (!found.isAborted) fault.value = found;
    } finally {
      reading.current.delete(block);
    }
  };

  useEffect(() => {
    if (rowCount === 0) return undefined;
    const timer = setTimeout(() => {
      for (const [block, controller] of reading.current) if (block < first || block > last) controller.abort();
      for (let block = first; block <= last; block++) {
        const wanted = Math.min(blockRows, rowCount - block * blockRows);
        const known = blocks.value.get(block)?.length ?? 0;
        if (known < wanted && !reading.current.has(block)) void read(block);
      }
    }, settleTime);
    return () => clearTimeout(timer);
  }, [first, last, rowCount]);
  useEffect(
    () => () => {
      for (const controller of reading.current.values()) controller.abort();
    },
    [],
  );

  const style = {
    gridTemplateColumns: `72px repeat(${columns.length}, minmax(140px, 1fr))`,
    minWidth: `${86 + 154 * columns.length}px`,
  };
  const rows = [];
  for (let row = list.from; row < list.to; row++) {
    const cells = blocks.value.get(Math.floor(row / blockRows))?.[row % blockRows];
    rows.push(
      <div
        key={row}
        class="grid-row"
        role="row"
        aria-rowindex={row + 2}
        style={{ ...style, top: `${list.top + (row - list.from) * rowHeight}px`, height: `${rowHeight}px` }}
      >
        <span role="rowheader" class="quiet number">
          {count(row)}
        </span>
        {columns.map(({ name, isNumber }, i) => {
          const text = cells?.[i];
          const isNull = text === null || text === 'null';
          return (
            <span
              key={name}
              role="cell"
              class={`${isNumber ? 'number' : ''} ${isNull ? 'null' : ''}`}
              title={text ?? ''}
            >
              {cells === undefined ? '' : (text ?? 'null')}
            </span>
          );
        })}
      </div>,
    );
  }
  return (
    <>
      {fault.value !== undefined && <FaultNote title="These rows cannot be read:" fault={fault.value} />}
      <div
        class="grid rows-grid"
        role="table"
        aria-label="Rows"
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
      >
        <div class="grid-body" role="rowgroup" tabIndex={0} ref={list.ref} onScroll={list.onScroll}>
          <div class="grid-head" role="row" style={style}>
            <span role="columnheader" class="number">
              Row
            </span>
            {columns.map(({ name, isNumber }) => (
              <span key={name} role="columnheader" class={isNumber ? 'number' : ''} title={name}>
                {name}
              </span>
            ))}
          </div>
          <div role="presentation" class="grid-rows" style={{ height: `${list.height}px`, minWidth: style.minWidth }}>
            {rows}
          </div>
        </div>
      </div>
      {rowCount === 0 && <p class="quiet">No row passes.</p>}
    </>
  );
}
