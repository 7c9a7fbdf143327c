/**
 * Writes digits with leading zeros, from tables. Padding with `padStart` would take most of the time needed to write
 * timestamps.
 */

/** The strings `00` to `99`. */
export const twoDigits: readonly string[] = /* @__PURE__ */ Array.from({ length: 100 }, (_, n) =>
  String(n).padStart(2, '0'),
);

/** The strings `000` to `999`. */
export const threeDigits: readonly string[] = /* @__PURE__ */ Array.from({ length: 1000 }, (_, n) =>
  String(n).padStart(3, '0'),
);

/** Returns `n`, which must be below 10^6, as six digits. */
export function sixDigits(n: number): string {
  const high = Math.floor(n / 1000);
  return (threeDigits[high] as string) + (threeDigits[n - high * 1000] as string);
}

/** Returns `n`, which must be below 10^9, as nine digits. */
export function nineDigits(n: number): string {
  const high = Math.floor(n / 1_000_000);
  return (threeDigits[high] as string) + sixDigits(n - high * 1_000_000);
}
