/** A table whose rows are in the document only while they are visible. */
import type { ComponentChildren, JSX } from 'preact';
import { useVirtualList } from './virtual-rows.js';

interface GridProps<T> {
  readonly label: string;
  readonly class: string;
  readonly headers: readonly string[];
  /** The headers of the right-aligned columns. */
  readonly numbers?: readonly string[];
  readonly rows: readonly T[];
  /** Height of each row in CSS pixels. */
  readonly rowHeight: number;
  keyOf(row: T): string | number;
  /** Returns the cells of a row: one element with the role `cell` per header. */
  cells(row: T, ordinal: number): ComponentChildren;
  rowClass?(row: T): string;
}

export function Grid<T>(props: GridProps<T>): JSX.Element {
  const { rows, rowHeight } = props;
  const list = useVirtualList(rows.length, rowHeight);
  return (
    <div class={`grid ${props.class}`} role="table" aria-label={props.label} aria-rowcount={rows.length + 1}>
      <div role="rowgroup">
        <div class="grid-head" role="row">
          {props.headers.map((name) => (
            <span role="columnheader" key={name} class={props.numbers?.includes(name) ? 'number' : ''}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <div class="grid-body" role="rowgroup" ref={list.ref} onScroll={list.onScroll}>
        <div role="presentation" class="grid-rows" style={{ height: `${list.height}px` }}>
          {rows.slice(list.from, list.to).map((row, i) => (
            <div
              key={props.keyOf(row)}
              class={`grid-row ${props.rowClass?.(row) ?? ''}`}
              role="row"
              aria-rowindex={list.from + i + 2}
              style={{ top: `${list.top + i * rowHeight}px`, height: `${rowHeight}px` }}
            >
              {props.cells(row, list.from + i)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
