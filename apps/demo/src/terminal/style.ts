/** True if text is printed with colors: stdout is a terminal, and NO_COLOR is not set. */
const isColoured = process.stdout.isTTY === true && !process.env['NO_COLOR'];

function style(open: number, close: number): (text: string) => string {
  return (text) => (isColoured && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text);
}

export const bold: (text: string) => string = style(1, 22);
export const dim: (text: string) => string = style(2, 22);
export const red: (text: string) => string = style(31, 39);
export const green: (text: string) => string = style(32, 39);
export const yellow: (text: string) => string = style(33, 39);
