/**
 * Keeps the state of the page in its URL, so that the state can be shared and the browser's back button works:
 *
 *   #url=https://example.com/a.parquet&view=page&column=delay&group=2&page=4096
 *
 * For a file that was chosen from disk, the URL has no `url` parameter and stores only the selection.
 */
import { batch, effect, untracked } from '@preact/signals';
import { info, isStoredPart, nothingSelected, phase, type Selection, selection, type View, view } from './app.js';
import { openFile } from './open-file.js';

const views: readonly View[] = ['overview', 'column', 'page', 'part', 'schema', 'metadata', 'query'];

/** The selection in the URL of the page. It names columns, so it is applied only once the file is open. */
let waiting: { readonly view: View; readonly parameters: URLSearchParams } | undefined;

function parametersOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ''));
}

/** Sets the state of the page from its URL, and from then on updates the URL whenever the state changes. */
export function followAddress(): void {
  addEventListener('hashchange', () => applyAddress());
  applyAddress();
  effect(() => {
    const opened = info.value;
    if (opened === undefined || waiting === undefined) return;
    const { view: asked, parameters } = waiting;
    waiting = undefined;
    untracked(() => applySelection(asked, parameters));
  });
  let last: View | undefined;
  effect(() => {
    const hash = addressOf();
    if (waiting !== undefined || phase.value.kind === 'opening') return;
    // Selecting another part in the same view replaces the history entry. Changing the view adds an entry.
    const isStep = view.value !== last;
    last = view.value;
    if (hash === parametersOf(location.hash).toString()) return;
    const address = hash === '' ? location.pathname + location.search : `#${hash}`;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  });
}

function applyAddress(): void {
  const parameters = parametersOf(location.hash);
  const asked = views.find((name) => name === parameters.get('view')) ?? 'overview';
  const url = parameters.get('url');
  const { value } = phase;
  const current = value.kind === 'start' || value.input.kind !== 'url' ? undefined : value.input.url;
  if (url !== null && url !== '') {
    const absolute = URL.canParse(url, location.href) ? new URL(url, location.href).href : url;
    if (absolute !== current) {
      waiting = { view: asked, parameters };
      void openFile({ kind: 'url', url: absolute });
      return;
    }
  }
  if (info.value !== undefined) applySelection(asked, parameters);
}

function applySelection(asked: View, parameters: URLSearchParams): void {
  const columns = info.value?.columns ?? [];
  const column = columns.find(({ path }) => path === parameters.get('column'))?.index;
  const number = (name: string): number | undefined => {
    const text = parameters.get(name);
    return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
  };
  const part = parameters.get('part');
  const chosen: Selection =
    column === undefined
      ? nothingSelected
      : { column, rowGroup: number('group'), page: number('page'), part: isStoredPart(part) ? part : undefined };
  const isComplete =
    (asked !== 'column' || column !== undefined) &&
    (asked !== 'page' || chosen.page !== undefined) &&
    (asked !== 'part' || chosen.part !== undefined);
  batch(() => {
    selection.value = chosen;
    view.value = isComplete ? asked : 'overview';
  });
}

function addressOf(): string {
  const { value } = phase;
  const parameters = new URLSearchParams();
  if (value.kind !== 'start' && value.input.kind === 'url') parameters.set('url', relativeUrl(value.input.url));
  if (value.kind === 'open') {
    const { column, rowGroup, page, part } = selection.value;
    if (view.value !== 'overview') parameters.set('view', view.value);
    const path = column === undefined ? undefined : value.info.columns[column]?.path;
    if (path !== undefined) parameters.set('column', path);
    if (rowGroup !== undefined) parameters.set('group', String(rowGroup));
    if (page !== undefined) parameters.set('page', String(page));
    if (part !== undefined) parameters.set('part', part);
  }
  return parameters.toString();
}

/** Removes the origin from a URL on the same server, so that the URL of the page stays short. */
function relativeUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin === location.origin ? pathname + search : url;
}
