// The sets of hot loops that Marquetry is measured with.
import { chosenRoot, hasPackage, load } from './checkout.mjs';

/** Those of a checkout: `js` always, `simd` where its package is built. The last is the best. */
export const kernelSets = (root = chosenRoot) => (hasPackage(root, 'simd') ? ['js', 'simd'] : ['js']);

/**
 * Options of `openParquet` and `createParquetWriter` for a set; `default` is what they do when nothing is said. Throws
 * where WebAssembly is refused: its JavaScript must not be reported as SIMD.
 */
export async function kernelOptions(set, root = chosenRoot) {
  if (set === 'js') return { kernels: (await load('bit-io', root)).javascriptKernels };
  if (set !== 'simd') return {};
  const kernels = (await load('simd', root)).createSimdKernels();
  if (kernels.refusal !== undefined) throw new Error(`SIMD is refused: ${kernels.refusal}`);
  return { kernels };
}
