/** Creates asynchronous generators from methods. */

/**
 * The prototype of the engine's async iterators: it has `[Symbol.asyncIterator]`, and `[Symbol.asyncDispose]` if the
 * engine supports it.
 */
const inherited: object = /* @__PURE__ */ (() =>
  Object.getPrototypeOf(Object.getPrototypeOf((async function* (): AsyncGenerator {})())))();

/** Makes an object with these methods that can be iterated and disposed of like an asynchronous generator. */
export function generatorOf<T>(
  methods: Pick<AsyncGenerator<T, void, undefined>, 'next' | 'return' | 'throw'>,
): AsyncGenerator<T, void, undefined> {
  return Object.assign(Object.create(inherited) as AsyncGenerator<T, void, undefined>, methods);
}
