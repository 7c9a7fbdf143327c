/** Loads the pages of chunks when a view needs them. */
import { faultOf } from '../client.js';
import type { PageInfo, PageList } from '../protocol.js';
import { chunkKey, info, knownPages, worker } from './app.js';

/** Chunks up to this many bytes are read as a whole without asking. Larger ones are listed by their page index. */
const readBytesWithoutAsking = 8_000_000;

const running = new Map<string, AbortController>();

function keep(key: string, list: PageList): void {
  knownPages.value = new Map(knownPages.value).set(key, list);
}

/** Returns the stored bytes of a chunk, from the map. */
function storedBytes(rowGroup: number, column: number): number {
  const region = info.value?.regions.find(
    (part) => part.kind === 'column-chunk' && part.rowGroup === rowGroup && part.column === column,
  );
  return region?.byteLength ?? 0;
}

/**
 * Loads the pages of a chunk, unless they are known. A large chunk is only read as a whole with `all`, as this may mean a long
 * download.
 */
export async function loadPages(rowGroup: number, column: number, { all = false } = {}): Promise<void> {
  const key = chunkKey(rowGroup, column);
  const known = knownPages.value.get(key);
  if (known?.isComplete === true || running.has(key) || (known !== undefined && !all)) return;
  const isSmall = storedBytes(rowGroup, column) <= readBytesWithoutAsking;
  const controller = new AbortController();
  running.set(key, controller);
  const file = info.value;
  const isCurrent = (): boolean => info.value === file;
  const found: PageInfo[] = [];
  try {
    const list = await worker().call(
      'pages',
      { rowGroup, column, all: all || isSmall },
      {
        signal: controller.signal,
        onPart: (pages) => {
          found.push(...pages);
          if (isCurrent()) keep(key, { pages: [...found], isComplete: false, fault: undefined });
        },
      },
    );
    if (isCurrent()) keep(key, list);
  } catch (error) {
    const fault = faultOf(error);
    if (isCurrent()) keep(key, { pages: found, isComplete: false, fault: fault.isAborted ? undefined : fault.message });
  } finally {
    running.delete(key);
  }
}

/** Ends the reading of a chunk's pages. The pages found so far stay. */
export function stopLoadingPages(rowGroup: number, column: number): void {
  running.get(chunkKey(rowGroup, column))?.abort();
}
