/**
 * The hostile set: files of a few bytes to a few megabytes that stand for gigabytes, and legal files of the same decoded size.
 */
import { bombs } from './bombs.js';
import { footerFiles } from './footer-files.js';
import { legalFiles } from './legal-files.js';
import { mixedFiles } from './mixed-files.js';
import { runFiles } from './run-files.js';

export interface HostileFile {
  readonly name: string;
  make(): Uint8Array;
  /** Names of the calls to run; default: all that read values. */
  readonly calls?: readonly string[];
  /** True for a legal file whose pages fit any budget, so LIMIT is a fault. */
  readonly mustRead?: boolean;
}

export const hostileFiles: readonly HostileFile[] = [
  ...bombs,
  ...runFiles,
  ...footerFiles,
  ...mixedFiles,
  ...legalFiles,
];
