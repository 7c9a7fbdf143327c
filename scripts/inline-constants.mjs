// A tsup plugin that inlines the numeric constants of modules: it replaces each reference with the value.
//
//   var stepSlots = 2 ** 17;                       the declaration is removed
//   Math.min(count, stepSlots)          ->         Math.min(count, 131072)
//
// Bundlers do this only for modules without imports, because other modules may be part of a circular import. In a file with parts that are
// loaded on demand, each name of a module costs a declaration and an assignment, even after the name is shortened.
import { transform } from 'esbuild';

/**
 * Matches a declaration whose value consists of digits, operators and names. esbuild writes module constants as `var`.
 */
const declaration = /^var ([\w$]+) = ([\w.]+(?: (?:\*\*|[-+*/]) [\w.]+)*);$/gm;

/** @type {import('tsup').Options['plugins'][number]} */
export const inlinedConstants = {
  name: 'inlined-constants',
  async renderChunk(code, { map }) {
    const exported = new Set(/^export \{([^}]*)\};$/m.exec(code)?.[1].match(/[\w$]+/g));
    const define = {};
    const left = code.replace(declaration, (line, name, expression) => {
      const value = exported.has(name) || isChanged(code, name) ? undefined : numberOf(expression, define);
      if (value === undefined) return line;
      define[name] = String(value);
      return '';
    });
    if (Object.keys(define).length === 0) return { code, map };
    const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    const options = { format: 'esm', target: 'es2022', define, sourcemap: 'external' };
    const inlined = await transform(map ? `${left}\n${comment}` : left, options);
    return { code: inlined.code, map: JSON.parse(inlined.map) };
  },
};

/** True if the code assigns to the variable `name` after declaring it. */
function isChanged(code, name) {
  const escaped = name.replaceAll('$', '\\$');
  const changes = new RegExp(
    `(?<![\\w$.])${escaped}(?:\\s*(?:[-+*/%&|^]|\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?)?=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${escaped}(?![\\w$])`,
    'g',
  );
  return (code.match(changes) ?? []).length > 1;
}

/** Returns the value of an expression of numbers and earlier constants, or `undefined` for any other expression. */
function numberOf(expression, constants) {
  let isNumber = true;
  const terms = expression.replace(/[\w.]+/g, (term) => {
    const number = Object.hasOwn(constants, term) ? constants[term] : term.replaceAll('_', '');
    if (!/^(?:0x[\da-f]+|[\d.]+(?:e\d+)?)$/i.test(number)) isNumber = false;
    return number;
  });
  const value = isNumber ? Number(new Function(`return ${terms};`)()) : Number.NaN;
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
