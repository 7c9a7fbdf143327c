/**
 * Loads modules when they are first needed, so that importing a package does not load all of it.
 *
 *   const reading = onDemand(() => import('./reading.js'));
 *
 *   (await reading.load()).readBatches(...)                         in an asynchronous function
 *   generateWith(reading, ({ readBatches }) => readBatches(...))    for an asynchronous generator
 */

import { generatorOf } from './generator-of.js';

/** A handle to a module, or another value, that is loaded once, when it is first needed. */
export interface OnDemand<T> {
  /** The loaded module; undefined until {@link load} has resolved for the first time. */
  readonly loaded: T | undefined;
  /** Returns the module, and loads it first if necessary. If loading fails, the next call tries again. */
  load(): Promise<T>;
}

/** Returns a handle to the module that the given function loads. The function is called by the first `load()`. */
export function onDemand<T>(load: () => Promise<T>): OnDemand<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const start = async (): Promise<T> => {
    try {
      loaded = await load();
      return loaded;
    } catch (error) {
      // The next call may succeed, for example when the network is back.
      loading = undefined;
      throw error;
    }
  };
  return {
    get loaded() {
      return loaded;
    },
    load: () => {
      loading ??= start();
      return loading;
    },
  };
}

type Items<T> = AsyncGenerator<T, void, undefined>;
type Turn<T> = IteratorResult<T, void>;

/**
 * Returns an asynchronous generator that yields the items of the generator that `make` returns. If the module is not
 * loaded yet, the first `next()` loads it, and rejects if that fails. Later calls go directly to the generator
 * that `make` returned.
 */
export function generateWith<T, Module>(module: OnDemand<Module>, make: (loaded: Module) => Items<T>): Items<T> {
  if (module.loaded !== undefined) return make(module.loaded);
  let items: Items<T> | undefined;
  let starting: Promise<Items<T>> | undefined;
  /** Number of calls that are waiting for the module. Later calls must not overtake them. */
  let waiting = 0;
  let isEnded = false;

  const ended = async (): Promise<Turn<T>> => ({ done: true, value: undefined });
  const start = async (): Promise<Items<T>> => {
    try {
      items = make(await module.load());
      return items;
    } catch (error) {
      isEnded = true;
      throw error;
    }
  };
  const call = async (use: (from: Items<T>) => Promise<Turn<T>>): Promise<Turn<T>> => {
    waiting++;
    try {
      starting ??= start();
      const from = await starting;
      return await use(from);
    } finally {
      waiting--;
    }
  };
  return generatorOf({
    next: () => {
      if (items !== undefined && waiting === 0) return items.next();
      return isEnded ? ended() : call((from) => from.next());
    },
    return: () => {
      if (starting !== undefined && !isEnded) return call((from) => from.return());
      isEnded = true;
      return ended();
    },
    throw: async (error: unknown) => {
      if (starting !== undefined && !isEnded) return call((from) => from.throw(error));
      isEnded = true;
      throw error;
    },
  });
}
