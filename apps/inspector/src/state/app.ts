/** The state of the page, as signals. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Client, startClient } from '../client.js';
import type {
  Fault,
  FileInfo,
  FileInput,
  KeyInput,
  PageList,
  PlanInfo,
  Progress,
  ReadEvent,
  StoredPart,
} from '../protocol.js';

export type View = 'overview' | 'column' | 'page' | 'part' | 'schema' | 'metadata' | 'query';

const storedParts: readonly StoredPart[] = ['column-index', 'offset-index', 'bloom-filter'];

/** True if `name` is an index or filter of a chunk: a part whose bytes can be shown in their own view. */
export function isStoredPart(name: string | null): name is StoredPart {
  return storedParts.some((part) => part === name);
}

/** The state of the file: none is chosen, it is being opened, it is open, or it could not be opened. */
export type Phase =
  | { readonly kind: 'start' }
  | { readonly kind: 'opening'; readonly input: FileInput; readonly progress: Progress | undefined }
  | { readonly kind: 'open'; readonly input: FileInput; readonly info: FileInfo }
  | { readonly kind: 'failed'; readonly input: FileInput; readonly fault: Fault };

/** The selected part of the file. */
export interface Selection {
  readonly column: number | undefined;
  readonly rowGroup: number | undefined;
  /** File offset of the selected page. */
  readonly page: number | undefined;
  /** The selected index or filter of a chunk. */
  readonly part: StoredPart | undefined;
}

export const nothingSelected: Selection = {
  column: undefined,
  rowGroup: undefined,
  page: undefined,
  part: undefined,
};

export const phase: Signal<Phase> = signal({ kind: 'start' });
export const view: Signal<View> = signal('overview');
export const selection: Signal<Selection> = signal(nothingSelected);
/** The keys of the open file; undefined for a file that is not encrypted. */
export const keys: Signal<KeyInput | undefined> = signal(undefined);
/** The plan of the last query, which the map shows. */
export const plan: Signal<PlanInfo | undefined> = signal(undefined);
/** The pages listed so far of each chunk. The keys are those that {@link chunkKey} returns. */
export const knownPages: Signal<ReadonlyMap<string, PageList>> = signal(new Map());
/** The message for screen readers to announce. */
export const announcement: Signal<string> = signal('');
/** The error that stopped the worker. */
export const crash: Signal<string | undefined> = signal(undefined);

/** The open file; undefined if none is open. */
export const info: ReadonlySignal<FileInfo | undefined> = computed(() =>
  phase.value.kind === 'open' ? phase.value.info : undefined,
);

/** The ranges of the file that were read, merged, in ascending order. */
export const reads: Signal<readonly ReadEvent[]> = signal([]);
/** The total size of all reads, in bytes. Bytes that were read twice count twice. */
export const readBytes: Signal<number> = signal(0);
export const readCount: Signal<number> = signal(0);

export function chunkKey(rowGroup: number, column: number): string {
  return `${rowGroup}:${column}`;
}

let client: Client | undefined;

/** Returns the client of the worker. The first call starts the worker. */
export function worker(): Client {
  client ??= startClient(addReads, (message) => {
    crash.value = message;
    client = undefined;
  });
  return client;
}

function addReads(events: readonly ReadEvent[]): void {
  readBytes.value += events.reduce((sum, { byteLength }) => sum + byteLength, 0);
  readCount.value += events.length;
  const sorted = [...reads.value, ...events].sort((a, b) => a.offset - b.offset);
  const merged: ReadEvent[] = [];
  for (const { offset, byteLength } of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && offset <= last.offset + last.byteLength) {
      const end = Math.max(last.offset + last.byteLength, offset + byteLength);
      merged[merged.length - 1] = { offset: last.offset, byteLength: end - last.offset };
    } else merged.push({ offset, byteLength });
  }
  reads.value = merged;
}

/** Resets the state that belongs to the previous file. */
export function resetFile(): void {
  reads.value = [];
  readBytes.value = 0;
  readCount.value = 0;
  knownPages.value = new Map();
  plan.value = undefined;
  selection.value = nothingSelected;
}
