/**
 * How text goes into the output: quoted for JSON, as it is for tables and CSV.
 */

/** How values that are no JSON numbers are written. */
export interface Style {
  /** Text that needs no escape inside JSON quotes: dates, base64, `NaN`. */
  bare(text: string): string;
  /** Any text. */
  string(text: string): string;
}

/** A JSON value. */
export const jsonStyle: Style = {
  bare: (text) => `"${text}"`,
  string: (text) => JSON.stringify(text),
};

/** The text itself. What is neither text nor a number (an INTERVAL) stays JSON. */
export const textStyle: Style = {
  bare: (text) => text,
  string: (text) => text,
};
