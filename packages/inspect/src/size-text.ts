/** Formats byte sizes as readable text. */

const units = ['kB', 'MB', 'GB', 'TB'];

/** Returns a number of bytes as text, with three digits and a decimal unit: `812 bytes`, `40.1 MB`. */
export function sizeText(byteLength: number): string {
  let value = byteLength;
  let unit = -1;
  // 999.5 would be rounded to 1000.
  while (value >= (unit < 0 ? 1000 : 999.5) && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  if (unit < 0) return byteLength === 1 ? '1 byte' : `${byteLength} bytes`;
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${units[unit]}`;
}
