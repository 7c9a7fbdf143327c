/** Turns objects that have the methods of an asynchronous generator into ones that `for await` accepts. */

/**
 * The prototype of all asynchronous iterators. It has `[Symbol.asyncIterator]`, and `[Symbol.asyncDispose]` if the
 * engine supports it.
 */
const inherited: object = /* @__PURE__ */ (() =>
  Object.getPrototypeOf(Object.getPrototypeOf((async function* (): AsyncGenerator {})())))();

/** Returns an object with the given methods that can be iterated and disposed of like an asynchronous generator. */
export function generatorOf<T>(
  methods: Pick<AsyncGenerator<T, void, undefined>, 'next' | 'return' | 'throw'>,
): AsyncGenerator<T, void, undefined> {
  return Object.assign(Object.create(inherited) as AsyncGenerator<T, void, undefined>, methods);
}
