/**
 * Splits the text of a predicate into tokens.
 */
import { ParquetError } from '@marquetry/core';

export interface Token {
  readonly kind: 'name' | 'quoted name' | 'text' | 'number' | 'bytes' | 'symbol' | 'end';
  /** The text of the token, without quotes. */
  readonly text: string;
  /** The position of the token: the number of characters before it. */
  readonly at: number;
}

const patterns: readonly (readonly [kind: Token['kind'] | 'space', pattern: RegExp])[] = /* @__PURE__ */ (() => [
  ['space', /\s+/y],
  ['bytes', /[xX]'[^']*'/y],
  ['text', /'(?:[^']|'')*'/y],
  ['quoted name', /"(?:[^"]|"")*"|`(?:[^`]|``)*`/y],
  ['number', /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['name', /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['symbol', /<>|<=|>=|!=|==|[=<>(),.]/y],
])();

/**
 * Splits the text of a predicate into tokens, in order.
 * @throws ParquetError INVALID_ARGUMENT if a quote is not closed, or a character cannot start a token.
 */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; ) {
    const [kind, found] = matchAt(source, at);
    if (kind !== 'space') tokens.push({ kind, text: unquoted(kind, found), at });
    at += found.length;
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }];
}

function matchAt(source: string, at: number): readonly [Token['kind'] | 'space', string] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) return [kind, found];
  }
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  const what =
    character === "'" || character === '"' || character === '`'
      ? `the quote ${character} is not closed`
      : `unexpected ${character}`;
  throw unreadable(source, at, what);
}

function unquoted(kind: Token['kind'] | 'space', found: string): string {
  if (kind === 'bytes') return found.slice(2, -1);
  if (kind !== 'text' && kind !== 'quoted name') return found;
  const quote = found[0] as string;
  return found.slice(1, -1).replaceAll(quote + quote, quote);
}

/** Returns the error for a predicate that cannot be parsed. Its message states the position and the reason. */
export function unreadable(source: string, at: number, what: string): ParquetError {
  const near = at < source.length ? `near ${JSON.stringify(source.slice(at, at + 20))}` : 'at its end';
  return new ParquetError('INVALID_ARGUMENT', `cannot parse the predicate ${near} (character ${at + 1}): ${what}`);
}
