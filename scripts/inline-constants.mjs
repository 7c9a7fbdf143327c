// A plugin of tsup: puts the numbers that modules name where they use them.
//
//   var stepSlots = 2 ** 17;                       the declaration goes
//   Math.min(count, stepSlots)          ->         Math.min(count, 131072)
//
// Bundlers of applications do so only for modules that import nothing, as others may be in a circle. And in one file with parts that are
// loaded on demand, each name of a module costs a declaration and an assignment, however short it becomes.
import { transform } from 'esbuild';

/** A declaration of digits, operators and names. esbuild writes constants of modules as `var`. */
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

/** True if anything is assigned to a variable of that name after its declaration. */
function isChanged(code, name) {
  const escaped = name.replaceAll('$', '\\$');
  const changes = new RegExp(
    `(?<![\\w$.])${escaped}(?:\\s*(?:[-+*/%&|^]|\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?)?=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${escaped}(?![\\w$])`,
    'g',
  );
  return (code.match(changes) ?? []).length > 1;
}

/** The number that an expression of numbers, and of constants before it, is; undefined if it is of anything else. */
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
