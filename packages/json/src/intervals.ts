/** Writes INTERVAL values as JSON objects. */
import { readInterval } from '@marquetry/logical';

/** Writes the 12 bytes at `at` as `{"months":1,"days":2,"milliseconds":3}`. */
export function intervalText(view: DataView, at: number): string {
  const { months, days, milliseconds } = readInterval(view, at);
  return `{"months":${months},"days":${days},"milliseconds":${milliseconds}}`;
}
