/** Functions that change the view and the selected part of the file. */
import { batch } from '@preact/signals';
import type { StoredPart } from '../protocol.js';
import { nothingSelected, selection, type View, view } from './app.js';

export function showColumn(column: number, rowGroup?: number): void {
  batch(() => {
    selection.value = { ...nothingSelected, column, rowGroup };
    view.value = 'column';
  });
}

export function showPage(column: number, rowGroup: number, page: number): void {
  batch(() => {
    selection.value = { ...nothingSelected, column, rowGroup, page };
    view.value = 'page';
  });
}

/** Shows the bytes of a chunk's page index or Bloom filter. */
export function showPart(column: number, rowGroup: number, part: StoredPart): void {
  batch(() => {
    selection.value = { ...nothingSelected, column, rowGroup, part };
    view.value = 'part';
  });
}

/** Shows a view of the whole file. */
export function showView(name: View): void {
  batch(() => {
    if (name === 'overview') selection.value = nothingSelected;
    view.value = name;
  });
}
