/**
 * Records the size of the largest array that this process allocates, by replacing the array constructors. Import this module before the
 * code under test.
 */
let largest = 0;

/** Returns the size in bytes of the largest array allocated since the last call. */
export function takeLargestAllocation(): number {
  const result = largest;
  largest = 0;
  return result;
}

function note(byteLength: number): void {
  if (byteLength > largest && !isForCollection()) largest = byteLength;
}

/**
 * True if the current call is from `collectGarbage` in core, which creates a large array to make V8 collect garbage. The array is never
 * written to, so it occupies no physical memory and is excluded.
 */
function isForCollection(): boolean {
  return new Error('').stack?.includes('at collectGarbage') ?? false;
}

type Constructor = new (...args: never[]) => object;

function watch(name: string, bytesPerElement: number): void {
  const globals = globalThis as unknown as Record<string, Constructor>;
  const original = globals[name] as Constructor;
  globals[name] = new Proxy(original, {
    construct: (target, args: unknown[], newTarget): object => {
      if (typeof args[0] === 'number') note(args[0] * bytesPerElement);
      return Reflect.construct(target, args, newTarget === globals[name] ? target : newTarget);
    },
  });
}

const watched: Readonly<Record<string, number>> = {
  ArrayBuffer: 1,
  SharedArrayBuffer: 1,
  Int8Array: 1,
  Uint8Array: 1,
  Int16Array: 2,
  Uint16Array: 2,
  Int32Array: 4,
  Uint32Array: 4,
  Float32Array: 4,
  Float64Array: 8,
  BigInt64Array: 8,
  BigUint64Array: 8,
  // An array created with a length has one word of 8 bytes per element.
  Array: 8,
};
for (const [name, bytes] of Object.entries(watched)) watch(name, bytes);

const allocate = Buffer.allocUnsafe;
Buffer.allocUnsafe = (size) => {
  note(size);
  return allocate(size);
};
