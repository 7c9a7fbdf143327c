/** The hostile set: files of a few bytes to a few megabytes that decode to gigabytes, and legal files of the same decoded size. */
import { bombs } from './bombs.js';
import { footerFiles } from './footer-files.js';
import { legalFiles } from './legal-files.js';
import { mixedFiles } from './mixed-files.js';
import { runFiles } from './run-files.js';

export interface HostileFile {
  readonly name: string;
  make(): Uint8Array;
  /** Names of the calls to run on the file. The default is all calls that read values. */
  readonly calls?: readonly string[];
  /** True for a legal file whose pages are small enough for every limit. A LIMIT error is then a fault. */
  readonly mustRead?: boolean;
}

export const hostileFiles: readonly HostileFile[] = [
  ...bombs,
  ...runFiles,
  ...footerFiles,
  ...mixedFiles,
  ...legalFiles,
];
