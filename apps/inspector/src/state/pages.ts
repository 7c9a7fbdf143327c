/** Loads the pages of chunks when a view needs them. */
import { type Signal, signal } from '@preact/signals';
import { faultOf } from '../client.js';
import type { PageInfo, PageList } from '../protocol.js';
import { chunkKey, info, knownPages, worker } from './app.js';

/**
 * How much of a chunk is read to list its pages:
 *
 * - `first`: the headers of the first few pages, for the map
 * - `headers`: the headers of up to a thousand pages, for the table
 * - `all`: all headers, however many there are
 * - `bodies`: all headers and bodies, to verify checksums
 */
export type PageDepth = 'first' | 'headers' | 'all' | 'bodies';

const depths: readonly PageDepth[] = ['first', 'headers', 'all', 'bodies'];
const mostHeaders: Readonly<Record<PageDepth, number>> = {
  first: 64,
  headers: 1000,
  all: Number.MAX_SAFE_INTEGER,
  bodies: Number.MAX_SAFE_INTEGER,
};

/**
 * The checksums of a chunk with at most this many bytes are verified without asking the user. Verifying them reads all
 * page bodies.
 */
const bytesWithoutAsking = 4_000_000;

interface Running {
  readonly depth: PageDepth;
  readonly controller: AbortController;
}

const running = new Map<string, Running>();
/** The keys of the chunks whose pages are being read, as {@link chunkKey} returns them. */
export const loadingChunks: Signal<ReadonlySet<string>> = signal(new Set());

function setRunning(key: string, own: Running | undefined): void {
  if (own === undefined) running.delete(key);
  else running.set(key, own);
  loadingChunks.value = new Set(running.keys());
}

/** How much was read for each list of pages: how many page headers, and whether the page bodies were read too. */
let loaded = new WeakMap<PageList, PageDepth>();

function keep(key: string, list: PageList, depth: PageDepth): void {
  loaded.set(list, depth);
  knownPages.value = new Map(knownPages.value).set(key, list);
}

function isAtLeast(depth: PageDepth, least: PageDepth): boolean {
  return depths.indexOf(depth) >= depths.indexOf(least);
}

/** Lists the pages of a chunk, unless a list that was read to at least the given depth already exists. */
export async function loadPages(rowGroup: number, column: number, depth: PageDepth): Promise<void> {
  const key = chunkKey(rowGroup, column);
  const known = knownPages.value.get(key);
  const knownDepth = known && loaded.get(known);
  const isKnown = knownDepth !== undefined && (isAtLeast(knownDepth, depth) || (known?.isComplete && depth === 'all'));
  const isRunning = running.get(key);
  if (isKnown || (isRunning !== undefined && isAtLeast(isRunning.depth, depth))) return;
  isRunning?.controller.abort();
  const controller = new AbortController();
  const own: Running = { depth, controller };
  setRunning(key, own);
  const file = info.value;
  const isCurrent = (): boolean => info.value === file && running.get(key) === own;
  const found: PageInfo[] = [];
  try {
    const list = await worker().call(
      'pages',
      { rowGroup, column, most: mostHeaders[depth], bodies: depth === 'bodies' },
      {
        signal: controller.signal,
        onPart: (pages) => {
          found.push(...pages);
          // Show the previous list until the new list is at least as long.
          if (isCurrent() && found.length >= (known?.pages.length ?? 0)) {
            keep(key, { pages: [...found], isComplete: false, fault: undefined }, depth);
          }
        },
      },
    );
    if (isCurrent()) keep(key, list, depth);
  } catch (error) {
    const fault = faultOf(error);
    if (isCurrent() && !fault.isAborted) keep(key, { pages: found, isComplete: false, fault: fault.message }, depth);
  } finally {
    if (running.get(key) === own) setRunning(key, undefined);
  }
}

/** Lists the pages of a chunk for its table, and verifies their checksums if the chunk is small. */
export async function loadPageTable(rowGroup: number, column: number): Promise<void> {
  await loadPages(rowGroup, column, 'headers');
  const list = knownPages.value.get(chunkKey(rowGroup, column));
  if (list?.isComplete && uncheckedBytes(list) > 0 && uncheckedBytes(list) <= bytesWithoutAsking) {
    await loadPages(rowGroup, column, 'bodies');
  }
}

/** Returns the total size of the pages whose checksums have not been verified, in bytes. */
export function uncheckedBytes({ pages }: PageList): number {
  return pages.reduce(
    (sum, { checksum, fault, storedBytes }) =>
      checksum === 'not read' && fault === undefined ? sum + storedBytes : sum,
    0,
  );
}

/** Replaces a page in the list, for example once its body has been read and its checksum verified. */
export function updatePage(rowGroup: number, column: number, page: PageInfo): void {
  const key = chunkKey(rowGroup, column);
  const list = knownPages.value.get(key);
  const index = list?.pages.findIndex(({ offset }) => offset === page.offset) ?? -1;
  const before = list?.pages[index];
  if (list === undefined || before === undefined || page.checksum === before.checksum) return;
  const pages = list.pages.map((other, i) => (i === index ? { ...page, storedBytes: before.storedBytes } : other));
  keep(key, { ...list, pages }, loaded.get(list) ?? 'first');
}

/** Stops reading the pages of a chunk. The pages found so far stay in the list. */
export function stopLoadingPages(rowGroup: number, column: number): void {
  running.get(chunkKey(rowGroup, column))?.controller.abort();
}

/** Stops all reads, and discards the pages of the previous file. */
export function resetPages(): void {
  for (const { controller } of running.values()) controller.abort();
  running.clear();
  loadingChunks.value = new Set();
  loaded = new WeakMap();
}
