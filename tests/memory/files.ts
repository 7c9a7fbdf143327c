/**
 * The hostile set: files of a few bytes to a few megabytes that ask for gigabytes, and legal ones as large.
 */
import { bombs } from './bombs.js';
import { footerFiles } from './footer-files.js';
import { legalFiles } from './legal-files.js';
import { mixedFiles } from './mixed-files.js';
import { runFiles } from './run-files.js';

export interface HostileFile {
  readonly name: string;
  make(): Uint8Array;
  /** Names of the calls to try; default: all that read values. */
  readonly calls?: readonly string[];
  /** Legal, with pages that fit any budget: LIMIT is a fault. */
  readonly mustRead?: boolean;
}

export const hostileFiles: readonly HostileFile[] = [
  ...bombs,
  ...runFiles,
  ...footerFiles,
  ...mixedFiles,
  ...legalFiles,
];
