/** Measures the largest array that code allocates, by replacing the global array constructors while the code runs. */

/**
 * Number of bytes per element of each array type. An `Array` that is created with a length counts as 8 bytes per
 * element.
 */
const elementBytes: Readonly<Record<string, number>> = {
  ArrayBuffer: 1,
  Int8Array: 1,
  Uint8Array: 1,
  Uint8ClampedArray: 1,
  Int16Array: 2,
  Uint16Array: 2,
  Int32Array: 4,
  Uint32Array: 4,
  Float32Array: 4,
  Float64Array: 8,
  BigInt64Array: 8,
  BigUint64Array: 8,
  Array: 8,
};

type Constructor = new (...args: never[]) => object;

/**
 * Returns the size in bytes of the largest array that `run` creates by passing a length to a constructor. Throws the
 * errors of `run` unchanged. Does not measure copies (`slice`), nor memory that is allocated without a JavaScript
 * constructor.
 */
export function largestAllocation(run: () => void): number {
  const globals = globalThis as unknown as Record<string, Constructor>;
  const originals = Object.keys(elementBytes).map((name) => [name, globals[name] as Constructor] as const);
  let largest = 0;
  for (const [name, original] of originals) {
    const bytes = elementBytes[name] ?? 1;
    const watched = new Proxy(original, {
      construct: (target, args: unknown[], newTarget): object => {
        if (typeof args[0] === 'number') largest = Math.max(largest, args[0] * bytes);
        return Reflect.construct(target, args, newTarget === watched ? target : newTarget);
      },
    });
    globals[name] = watched;
  }
  try {
    run();
  } finally {
    for (const [name, original] of originals) globals[name] = original;
  }
  return largest;
}
