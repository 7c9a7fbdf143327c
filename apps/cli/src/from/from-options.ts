/** The options of `marquetry from`. */
import type { FormatName } from './input-format.js';

export interface FromOptions {
  readonly format?: FormatName;
  readonly delimiter?: string;
  readonly header?: boolean;
  readonly strings?: boolean;
  readonly decimals?: boolean;
  readonly schema?: string;
  readonly sample?: number;
  readonly badRows?: 'fail' | 'skip';
  readonly rejects?: string;
  readonly codec?: string;
  readonly rowGroupRows?: number;
  readonly replace?: boolean;
  readonly json?: boolean;
}
