// Reads the declarations of a package: the names that a file exports, with the declaration and doc comment of each.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the text without comments and empty lines. It need not handle strings, because those in declarations never
 * contain the start of a comment.
 */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\n\s*\n/g, '\n')
    .trim();
}

/** Returns the statements of a declaration file. */
function statementsOf(text) {
  const statements = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if ('{(['.includes(sign)) depth++;
    else if ('})]'.includes(sign)) depth--;
    if (depth > 0) continue;
    const statement = text.slice(start, i + 1);
    const endsBlock =
      sign === '}' && /^\s*(export\s+)?(declare\s+)?(abstract\s+)?(interface|class|enum|namespace)\b/.test(statement);
    if (sign !== ';' && !endsBlock) continue;
    statements.push(statement.trim());
    start = i + 1;
  }
  return statements;
}

/** Maps each declared name to the doc comment of its declaration, and to the declaration with the comments inside it. */
function documentedIn(text) {
  const found = new Map();
  const documented =
    /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/g;
  for (const match of text.matchAll(documented)) {
    const [whole, comment, name] = match;
    // The overloads of a function share one comment, before the first overload.
    if (found.has(name)) continue;
    const start = match.index + whole.indexOf('*/') + 2;
    found.set(name, { comment, commented: statementAt(text, start) });
  }
  return found;
}

/**
 * Returns the statement that starts at index `start`, with its comments. The statement ends at the first semicolon or
 * end of block that is outside brackets and comments.
 */
function statementAt(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text.startsWith('/*', i)) i = text.indexOf('*/', i) + 1;
    else if (text.startsWith('//', i)) i = text.indexOf('\n', i);
    else if ('{(['.includes(text[i])) depth++;
    else if ('})]'.includes(text[i])) depth--;
    else if (text[i] === ';' && depth === 0) return text.slice(start, i + 1).trim();
    if (
      depth === 0 &&
      text[i] === '}' &&
      /^\s*(export\s+)?(declare\s+)?(abstract\s+)?(interface|class|enum)\b/.test(text.slice(start, i))
    ) {
      return text.slice(start, i + 1).trim();
    }
  }
  return text.slice(start).trim();
}

/** Returns the first sentence of a doc comment, or an empty string if there is none. */
export function firstSentence(comment) {
  const [prose] = comment
    .replace(/^\s*\*? ?/gm, '')
    .trim()
    .split(/\n\s*\n|\n(?=[-|@\d`]|\s{2,})|^(?=@)/);
  const text = (prose ?? '')
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.startsWith('@')) return '';
  const [sentence] = text.split(/(?<=[.?!])(?<!\b(?:e\.g|i\.e|v\d)\.) (?=[A-Z`'"@{[])/);
  return (sentence ?? '').replace(/ @throws.*$/, '').replace(/[:,]$/, '.');
}

const files = new Map();

/** Returns the exports of a file by name: the declaration, or the file and name from which it is re-exported. */
function moduleOf(path) {
  const known = files.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, 'utf8');
  const found = { declared: new Map(), exported: new Map(), stars: [], documented: documentedIn(text) };
  files.set(path, found);
  for (const statement of statementsOf(withoutComments(text))) {
    const star = /^export \* from '([^']+)'/.exec(statement);
    const list = /^(?:export|import) (?:type )?\{([\s\S]*)\}(?: from '([^']+)')?/.exec(statement);
    const named =
      /^(export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/.exec(
        statement,
      );
    if (star) found.stars.push(star[1]);
    else if (list) {
      for (const item of list[1].split(',').map((each) => each.trim())) {
        const [, from, as] = /^(?:type )?([\w$]+)(?: as ([\w$]+))?$/.exec(item) ?? [];
        if (from === undefined) continue;
        const origin = { from, file: list[2] };
        if (statement.startsWith('export')) found.exported.set(as ?? from, origin);
        else found.declared.set(as ?? from, origin);
      }
    } else if (named) {
      const [, isExported, name] = named;
      found.declared.set(name, [
        ...(Array.isArray(found.declared.get(name)) ? found.declared.get(name) : []),
        statement,
      ]);
      if (isExported) found.exported.set(name, { from: name, file: undefined });
    }
  }
  return found;
}

function resolved(path, specifier) {
  return specifier.startsWith('.') ? join(dirname(path), specifier.replace(/\.js$/, '.d.ts')) : specifier;
}

/**
 * Returns the declaration of an exported name as `text`, its doc comment as `comment`, and the declaration with the
 * comments inside it as `commented`. If the name is re-exported from another package, `from` is that package, and `text` is
 * a comment that names the package.
 */
export function declarationOf(path, name) {
  const { declared, exported, stars } = moduleOf(path);
  const origin = exported.get(name) ?? declared.get(name);
  if (origin === undefined) {
    for (const star of stars) {
      const other = resolved(path, star);
      if (other === star) continue;
      const found = declarationOf(other, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const { documented } = moduleOf(path);
  if (Array.isArray(origin)) return { text: origin.join('\n'), ...documented.get(name) };
  if (origin.file !== undefined) {
    const other = resolved(path, origin.file);
    return other === origin.file
      ? { text: `// ${origin.from} of ${other}`, from: other }
      : declarationOf(other, origin.from);
  }
  const here = declared.get(origin.from);
  if (Array.isArray(here)) return { text: here.join('\n'), ...documented.get(origin.from) };
  return here && declarationOf(resolved(path, here.file), here.from);
}

/** Returns all names that a file exports. */
export function namesOf(path) {
  const { exported, stars } = moduleOf(path);
  const names = new Set(exported.keys());
  for (const star of stars) {
    const other = resolved(path, star);
    for (const name of other === star ? [`* of ${star}`] : namesOf(other)) names.add(name);
  }
  return names;
}

/** Yields the declaration files of an entry of `exports` in package.json, with their conditions. */
export function* entryFiles(target, conditions = []) {
  if (typeof target !== 'object' || target === null) return;
  for (const [condition, value] of Object.entries(target)) {
    if (condition === 'types') yield { condition: conditions.join(', '), file: value };
    else if (!condition.startsWith('@')) yield* entryFiles(value, [...conditions, condition]);
  }
}
