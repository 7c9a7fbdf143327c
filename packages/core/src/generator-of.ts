/**
 * Asynchronous generators that are made of methods.
 */

/** What async iterators of the engine inherit: `[Symbol.asyncIterator]`, and disposal where there is one. */
const inherited: object = /* @__PURE__ */ (() =>
  Object.getPrototypeOf(Object.getPrototypeOf((async function* (): AsyncGenerator {})())))();

/** An object with these methods that is iterated, and disposed of, as an asynchronous generator is. */
export function generatorOf<T>(
  methods: Pick<AsyncGenerator<T, void, undefined>, 'next' | 'return' | 'throw'>,
): AsyncGenerator<T, void, undefined> {
  return Object.assign(Object.create(inherited) as AsyncGenerator<T, void, undefined>, methods);
}
