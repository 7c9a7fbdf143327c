// Preloaded by `node --import`: runs the tests from the sources without a build, with Node's own import and type stripping.
// `--conditions=@marquetry/source` resolves the name of a package to its sources. This module resolves the imports between source files,
// whose names end in `.js`.
import { readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled-tests', import.meta.url)));

const javascriptKernels = new URL('javascript-kernels.ts', import.meta.url).href;
/** With MARQUETRY_KERNELS=javascript, the tests run with the JavaScript kernels. */
const isJavascript = process.env.MARQUETRY_KERNELS === 'javascript';

registerHooks({
  resolve(specifier, context, next) {
    if (isJavascript && specifier === '@marquetry/simd') return { url: javascriptKernels, shortCircuit: true };
    // Third-party packages have no TypeScript, and bundled or generated files keep their names.
    if (!specifier.startsWith('.') || !isTypeScript(context.parentURL)) return next(specifier, context);
    if (specifier.endsWith('.json'))
      return { url: moduleOf(new URL(specifier, context.parentURL)), shortCircuit: true };
    if (!specifier.endsWith('.js')) return next(specifier, context);
    try {
      return next(`${specifier.slice(0, -3)}.ts`, context);
    } catch (error) {
      if (error.code === 'ERR_MODULE_NOT_FOUND') return next(specifier, context);
      throw error;
    }
  },
});

/** True for a TypeScript module. Vitest appends a query to the name of a test file. */
function isTypeScript(url = '') {
  return /\.ts(?:\?|$)/.test(url);
}

/** Returns JSON as a module that also exports its members by name, as bundlers do. */
function moduleOf(url) {
  const value = JSON.parse(readFileSync(url, 'utf8'));
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const members = names.map(
    (name, i) => `const v${i} = value[${JSON.stringify(name)}]; export { v${i} as ${JSON.stringify(name)} };`,
  );
  const source = `const value = ${JSON.stringify(value)}; export default value; ${members.join(' ')}`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
