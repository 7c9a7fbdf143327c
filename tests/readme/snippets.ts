/** Finds the programs in a README, and the output that their comments state. */

export interface Snippet {
  /** The line of the README on which the program starts. */
  readonly line: number;
  readonly code: string;
}

/** Returns the TypeScript code blocks of a README, in order. */
export function snippetsOf(markdown: string): Snippet[] {
  const snippets: Snippet[] = [];
  let open: { line: number; code: string[] } | undefined;
  for (const [i, text] of markdown.split('\n').entries()) {
    if (open === undefined) {
      if (/^```ts\b/.test(text)) open = { line: i + 2, code: [] };
    } else if (text.startsWith('```')) {
      snippets.push({ line: open.line, code: `${open.code.join('\n')}\n` });
      open = undefined;
    } else {
      open.code.push(text);
    }
  }
  return snippets;
}

/**
 * Matches comments that state a number or a boolean, which is compared with the output. A comment in words may be an
 * ordinary remark.
 */
const plain = /^(-?\d+(\.\d+)?n?|true|false|null|undefined)( (-?\d+(\.\d+)?n?|true|false|null|undefined))*$/;

/**
 * Returns the output that lines of the form `console.log(...); // this` state, one entry per line of output. An entry
 * is `undefined` if the comment cannot be compared with output. `// => this` and `// prints this` are always compared.
 * Returns `undefined` if the program prints in other ways, because then its lines of output cannot be matched with
 * comments.
 */
export function promisesOf(code: string): (string | undefined)[] | undefined {
  const lines = code.split('\n').filter((text) => text.includes('console.log('));
  if (lines.some((text) => !/^(if \(.*\) )?console\.log\(.*\);( \/\/.*)?$/.test(text))) return undefined;
  return lines.map((text) => {
    const [, mark, promise] = /;\s*\/\/ (=> |prints )?(.*)$/.exec(text) ?? [];
    return promise !== undefined && (mark !== undefined || plain.test(promise)) ? promise.trim() : undefined;
  });
}
