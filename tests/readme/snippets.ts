/**
 * Finds the programs in a README, and the output that their remarks promise.
 */

export interface Snippet {
  /** The line of the README on which the program starts. */
  readonly line: number;
  readonly code: string;
}

/** Returns the TypeScript blocks, in order. */
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

/** Matches remarks that can be compared with output: numbers and booleans. Words may be an ordinary comment. */
const plain = /^(-?\d+(\.\d+)?n?|true|false|null|undefined)( (-?\d+(\.\d+)?n?|true|false|null|undefined))*$/;

/**
 * What the lines `console.log(...); // this` promise, a line of output each; undefined where a remark cannot be
 * compared. `// => this` and `// prints this` are always compared. Undefined for a snippet that prints in other ways
 * too, so that it is not known which line of output is whose.
 */
export function promisesOf(code: string): (string | undefined)[] | undefined {
  const lines = code.split('\n').filter((text) => text.includes('console.log('));
  if (lines.some((text) => !/^(if \(.*\) )?console\.log\(.*\);( \/\/.*)?$/.test(text))) return undefined;
  return lines.map((text) => {
    const [, mark, promise] = /;\s*\/\/ (=> |prints )?(.*)$/.exec(text) ?? [];
    return promise !== undefined && (mark !== undefined || plain.test(promise)) ? promise.trim() : undefined;
  });
}
