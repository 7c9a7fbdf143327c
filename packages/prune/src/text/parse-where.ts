/**
 * Parses predicates from text, for command lines. The syntax is a small subset of SQL:
 *
 *   delay > 60 and origin in ('SEA', 'PDX') and not (carrier = 'AS' or tail is null)
 *
 *   predicate  = conjunction { "or" conjunction }
 *   conjunction = condition { "and" condition }
 *   condition  = "not" condition | "(" predicate ")" | column test
 *   test       = ( "=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" ) literal
 *              | [ "not" ] "in" "(" literal { "," literal } ")"
 *              | [ "not" ] "between" literal "and" literal
 *              | [ "not" ] "like" 'prefix%' | [ "not" ] "contains" literal
 *              | "is" [ "not" ] ( "null" | "nan" )
 *   column     = name { "." name }      name: letters, digits and _, or in double quotes
 *   literal    = number | 'text' | X'hex' | "true" | "false"
 *
 * Dates, times, decimals and UUIDs are text: `day >= '2024-01-31'`.
 */

import type { Test, Where, WhereLiteral } from '@marquetry/file';
import { formatPath } from '@marquetry/schema';
import { type Token, tokensOf, unreadable } from './tokens.js';

const relations: Readonly<Record<string, keyof Test>> = /* @__PURE__ */ (() => ({
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
}))();

const maxDepth = 100;

/**
 * Parses a predicate.
 * @throws ParquetError INVALID_ARGUMENT if the text is not a valid predicate. The message states the position and what
 *   was expected there.
 */
export function parseWhere(source: string): Where {
  const tokens = tokensOf(source);
  let next = 0;
  let depth = 0;
  const peek = (): Token => tokens[next] as Token;
  const fail = (expected: string, token = peek()): never => {
    throw unreadable(source, token.at, `expected ${expected}`);
  };
  const isWord = (word: string, token = peek()): boolean => token.kind === 'name' && token.text.toLowerCase() === word;
  const isSymbol = (symbol: string): boolean => peek().kind === 'symbol' && peek().text === symbol;
  const skipWord = (word: string): boolean => isWord(word) && next++ >= 0;
  const skipSymbol = (symbol: string): boolean => isSymbol(symbol) && next++ >= 0;
  const requireSymbol = (symbol: string): void => {
    if (!skipSymbol(symbol)) fail(symbol);
  };

  const predicate = (): Where => {
    if (++depth > maxDepth) throw unreadable(source, peek().at, `a predicate has more than ${maxDepth} nested levels`);
    const parts = [conjunction()];
    while (skipWord('or')) parts.push(conjunction());
    depth--;
    return parts.length === 1 ? (parts[0] as Where) : { or: parts };
  };
  const conjunction = (): Where => {
    const parts = [condition()];
    while (skipWord('and')) parts.push(condition());
    return parts.length === 1 ? (parts[0] as Where) : { and: parts };
  };
  const condition = (): Where => {
    let isNegated = false;
    while (skipWord('not')) isNegated = !isNegated;
    let found: Where;
    if (skipSymbol('(')) {
      found = predicate();
      requireSymbol(')');
    } else {
      found = columnTest();
    }
    return isNegated ? { not: found } : found;
  };
  const columnTest = (): Where => {
    const path = column();
    const of = (test: Test): Where => ({ path, test });
    const token = peek();
    const relation = token.kind === 'symbol' ? relations[token.text] : undefined;
    if (relation !== undefined) {
      next++;
      if (isWord('null')) fail('a value; for null, write "is null" or "is not null"');
      return of({ [relation]: literal() });
    }
    if (skipWord('is')) return of(isTest());
    const isNegated = skipWord('not');
    const found = of(wordTest());
    return isNegated ? { not: found } : found;
  };
  const isTest = (): Test => {
    const holds = !skipWord('not');
    if (skipWord('null')) return { isNull: holds };
    if (skipWord('nan')) return { isNaN: holds };
    return fail('null or nan');
  };
  const wordTest = (): Test => {
    if (skipWord('in')) return { in: list() };
    if (skipWord('contains')) return { contains: literal() };
    if (skipWord('like')) return { startsWith: prefix() };
    if (skipWord('between')) {
      const ge = literal();
      if (!skipWord('and')) fail('and');
      return { ge, le: literal() };
    }
    return fail('an operator such as =, <, in, between, like, contains or is null');
  };
  const list = (): readonly WhereLiteral[] => {
    requireSymbol('(');
    if (skipSymbol(')')) return [];
    const values = [literal()];
    while (skipSymbol(',')) values.push(literal());
    requireSymbol(')');
    return values;
  };
  const prefix = (): string => {
    const token = peek();
    const text = token.kind === 'text' ? token.text : fail("a pattern such as 'prefix%'");
    const found = /^([^%_]*)%$/.exec(text)?.[1];
    next++;
    return found ?? fail("a pattern that ends with % and has no other % or _, such as 'prefix%'", token);
  };
  const column = (): string => {
    const names = [name()];
    while (skipSymbol('.')) names.push(name());
    return formatPath(names);
  };
  const name = (): string => {
    const token = peek();
    if (token.kind !== 'name' && token.kind !== 'quoted name') fail('the name of a column');
    next++;
    return token.text;
  };
  const literal = (): WhereLiteral => {
    const token = peek();
    next++;
    switch (token.kind) {
      case 'text':
        return token.text;
      case 'number':
        return numberOf(token.text);
      case 'bytes':
        return bytesOf(token.text) ?? fail('an even number of hex digits', token);
      default:
    }
    if (isWord('true', token)) return true;
    if (isWord('false', token)) return false;
    return fail("a number, 'text', X'hex', true or false", token);
  };

  const found = predicate();
  if (peek().kind !== 'end') fail('"and", "or" or the end');
  return found;
}

/**
 * Returns the number, or its text if a JavaScript number would not be exact. INT64 and DECIMAL columns accept numbers
 * as text.
 */
function numberOf(text: string): number | string {
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  return digits.length > 15 ? text.replace(/^\+/, '') : Number(text);
}

function bytesOf(hex: string): Uint8Array | undefined {
  if (hex.length % 2 !== 0 || !/^[\da-f]*$/i.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
