// The sets of hot loops that Marquetry is measured with.
import { chosenRoot, hasPackage, load } from './checkout.mjs';

/** Those of a checkout: `js` always, `simd` where its package is built. */
export const kernelSets = (root = chosenRoot) => (hasPackage(root, 'simd') ? ['js', 'simd'] : ['js']);

/** Options of `openParquet` and `createParquetWriter` for a set; `default` is what they do when nothing is said. */
export async function kernelOptions(kernels, root = chosenRoot) {
  if (kernels === 'js') return { kernels: (await load('bit-io', root)).javascriptKernels };
  return {};
}
