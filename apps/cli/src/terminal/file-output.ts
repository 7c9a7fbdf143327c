/** An output that writes to a file. */
import type { ByteSink } from '@marquetry/file';
import picocolors from 'picocolors';
import type { Output } from './output.js';

/**
 * Returns an output that writes to the sink; the caller closes the sink. Writes reject with the sink's errors, or with
 * the signal's reason.
 */
export function createFileOutput(sink: ByteSink, signal: AbortSignal): Output {
  const encoder = new TextEncoder();
  const write = async (text: string): Promise<void> => {
    if (text !== '') await sink.write(encoder.encode(text), signal);
  };
  return {
    isTerminal: false,
    width: 80,
    tableWidth: undefined,
    colors: picocolors.createColors(false),
    write,
    writeRecords: write,
    // Copy the bytes, because a sink may keep them.
    writeBytes: (bytes) => sink.write(bytes.slice(), signal),
    finish: async () => {},
  };
}
