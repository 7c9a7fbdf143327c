/**
 * Computes which rows of a long list are visible. All rows have the same height, and only the visible ones are in the
 * document.
 *
 * Browsers limit the height of an element to about 16 million pixels. A longer list is scaled: its scroll bar covers
 * all rows, and each scroll position is converted to a row. Scrolling by wheel, keyboard or touch then moves by more
 * rows than in a list that is not scaled.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Maximum height of the scrolled content, in pixels. */
const mostPixels = 8_000_000;

interface VisibleRows {
  /** Height of the scrolled content, in pixels. */
  readonly height: number;
  /** The rows to render: `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Distance of row `from` from the top of the content, in pixels. */
  readonly top: number;
}

/** Returns the rows that are visible if the list is scrolled to `scrollTop`. */
function visibleRows(rowCount: number, rowHeight: number, viewport: number, scrollTop: number): VisibleRows {
  const full = rowCount * rowHeight;
  const height = Math.min(full, mostPixels);
  const inView = Math.ceil(viewport / rowHeight) + 1;
  const margin = 6;
  const scrollable = Math.max(1, height - viewport);
  const share = Math.min(1, Math.max(0, scrollTop / scrollable));
  // The first visible row, which may be fractional. It is scaled so that the last row is visible at the end of the
  // scroll bar.
  const first = full <= mostPixels ? scrollTop / rowHeight : share * Math.max(0, rowCount - viewport / rowHeight);
  const from = Math.max(0, Math.floor(first) - margin);
  const to = Math.min(rowCount, Math.floor(first) + inView + margin);
  return { height, from, to, top: scrollTop - (first - from) * rowHeight };
}

/** Returns the scroll position at which `row` is the first visible row. */
function scrollTopOf(row: number, rowCount: number, rowHeight: number, viewport: number): number {
  const full = rowCount * rowHeight;
  if (full <= mostPixels) return row * rowHeight;
  return (row / Math.max(1, rowCount - viewport / rowHeight)) * (mostPixels - viewport);
}

export interface VirtualList extends VisibleRows {
  readonly ref: { current: HTMLDivElement | null };
  readonly onScroll: () => void;
  /** Scrolls so that `row` is visible. */
  reveal(row: number): void;
}

/** Tracks the scroll position and the size of an element. Pass `ref` and `onScroll` to the element that scrolls. */
export function useVirtualList(rowCount: number, rowHeight: number): VirtualList {
  const ref = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ scrollTop: 0, viewport: 600 });
  const measure = (): void => {
    const element = ref.current;
    if (element === null) return;
    const next = { scrollTop: element.scrollTop, viewport: element.clientHeight };
    setPlace((before) => (before.scrollTop === next.scrollTop && before.viewport === next.viewport ? before : next));
  };
  useLayoutEffect(() => {
    measure();
    if (ref.current === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  const visible = visibleRows(rowCount, rowHeight, place.viewport, place.scrollTop);
  return {
    ...visible,
    ref,
    onScroll: measure,
    reveal: (row) => {
      const element = ref.current;
      if (element === null) return;
      const first = (element.scrollTop / Math.max(1, visible.height - element.clientHeight)) * rowCount;
      const inView = element.clientHeight / rowHeight;
      const top = scrollTopOf(row, rowCount, rowHeight, element.clientHeight);
      const isShort = rowCount * rowHeight <= mostPixels;
      if (isShort && top < element.scrollTop) element.scrollTop = top;
      else if (isShort && top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top + rowHeight - element.clientHeight;
      else if (!isShort && (row < first || row > first + inView - 2)) element.scrollTop = top;
      measure();
    },
  };
}
