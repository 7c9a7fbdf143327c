/** Opens and closes files. */
import { batch } from '@preact/signals';
import { faultOf } from '../client.js';
import type { FileInput, KeyInput } from '../protocol.js';
import { announcement, crash, keys, phase, resetFile, view, worker } from './app.js';
import { resetCosts } from './costs.js';
import { resetPages } from './pages.js';

let opening: AbortController | undefined;

/** Opens a file. Cancels the opening of a previous file if it has not finished. */
export async function openFile(input: FileInput, withKeys?: KeyInput): Promise<void> {
  opening?.abort();
  const controller = new AbortController();
  opening = controller;
  batch(() => {
    resetFile();
    resetPages();
    resetCosts();
    crash.value = undefined;
    keys.value = withKeys;
    phase.value = { kind: 'opening', input, progress: undefined };
  });
  try {
    const info = await worker().call(
      'open',
      { input, keys: withKeys },
      {
        signal: controller.signal,
        onPart: (progress) => {
          if (phase.value.kind === 'opening') phase.value = { kind: 'opening', input, progress };
        },
      },
    );
    batch(() => {
      phase.value = { kind: 'open', input, info };
      announcement.value = `${info.name} is open: ${info.rowCount} rows, ${info.columns.length} columns`;
    });
  } catch (error) {
    if (controller.signal.aborted) return;
    phase.value = { kind: 'failed', input, fault: faultOf(error) };
  }
}

/** Cancels opening, and returns to the start page. */
export function cancelOpening(): void {
  opening?.abort();
  phase.value = { kind: 'start' };
}

/** Closes the file, and returns to the start page. */
export function closeFile(): void {
  opening?.abort();
  batch(() => {
    resetFile();
    resetPages();
    resetCosts();
    view.value = 'overview';
    phase.value = { kind: 'start' };
  });
}
