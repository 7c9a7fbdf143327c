/** Changes of the view that many parts of the page make. */
import { batch } from '@preact/signals';
import { nothingSelected, selection, type View, view } from './app.js';

export function showColumn(column: number, rowGroup?: number): void {
  batch(() => {
    selection.value = { column, rowGroup, page: undefined };
    view.value = 'column';
  });
}

export function showPage(column: number, rowGroup: number, page: number): void {
  batch(() => {
    selection.value = { column, rowGroup, page };
    view.value = 'page';
  });
}

/** Shows a view of the whole file. */
export function showView(name: View): void {
  batch(() => {
    if (name === 'overview') selection.value = nothingSelected;
    view.value = name;
  });
}
