// The kernel sets (sets of decoding functions in JavaScript or in WebAssembly) that Marquetry is measured with.
import { chosenRoot, hasPackage, load } from './checkout.mjs';

/** Returns the names of a checkout's kernel sets: `js`, and `simd` if its package is built. The last set is the fastest. */
export const kernelSets = (root = chosenRoot) => (hasPackage(root, 'simd') ? ['js', 'simd'] : ['js']);

/**
 * Returns the options of `openParquet` and `createParquetWriter` for a kernel set. For `default`, they do not set
 * `kernels`. Throws if WebAssembly is not available, because the JavaScript fallback must not be reported as SIMD.
 */
export async function kernelOptions(set, root = chosenRoot) {
  if (set === 'js') return { kernels: (await load('bit-io', root)).javascriptKernels };
  if (set !== 'simd') return {};
  const kernels = (await load('simd', root)).createSimdKernels();
  if (kernels.refusal !== undefined) throw new Error(`the SIMD kernels cannot be used: ${kernels.refusal}`);
  return { kernels };
}
