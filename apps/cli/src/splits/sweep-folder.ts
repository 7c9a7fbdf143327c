/** Implements `splits sweep`: removes output files that no commit needs. */
import { sweep } from '@marquetry/splits';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { printable } from '../terminal/printable.js';
import { targetOf } from './places.js';

export interface SweepFolderOptions {
  readonly olderThan?: number;
  readonly published?: boolean;
  readonly json?: boolean;
}

/** Removes from a target the output files that no commit needs, and prints their keys. */
export async function sweepFolder(to: string, options: SweepFolderOptions, context: Context): Promise<void> {
  const { output, signal } = context;
  const { olderThan, published } = options;
  const removed = await sweep(await targetOf(to, context), {
    ...(olderThan !== undefined && { olderThan: 1000 * olderThan }),
    ...(published !== undefined && { published }),
    signal,
  });
  if (options.json === true) {
    for (const key of removed) await output.writeRecords(`${JSON.stringify({ removed: key })}\n`);
    return;
  }
  for (const key of removed) await output.write(`${printable(key)}\n`);
  await output.write(`removed ${counted(removed.length, 'file')}\n`);
}
