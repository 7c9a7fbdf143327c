import { describe, expect, it } from 'vitest';
import { generateWith, onDemand } from '../src/index.js';

/** Returns a module whose function yields numbers, and a list that records the calls of the function. */
function numbersOnDemand() {
  const events: string[] = [];
  const module = onDemand(async () => {
    events.push('load');
    return {
      async *count(to: number): AsyncGenerator<number, void, undefined> {
        try {
          for (let i = 0; i < to; i++) yield i;
        } finally {
          events.push('close');
        }
      },
    };
  });
  return { events, module, count: (to: number) => generateWith(module, ({ count }) => count(to)) };
}

describe('onDemand', () => {
  it('onDemand loads the module on the first call to load, and only once for concurrent calls', async () => {
    let loads = 0;
    const module = onDemand(async () => ++loads);
    expect([loads, module.loaded]).toEqual([0, undefined]);
    expect(await Promise.all([module.load(), module.load()])).toEqual([1, 1]);
    expect([await module.load(), module.loaded, loads]).toEqual([1, 1, 1]);
  });

  it('load rejects if loading fails, and tries again on the next call', async () => {
    let loads = 0;
    const module = onDemand(async () => {
      if (++loads === 1) throw new Error('no network');
      return 'loaded';
    });
    await expect(module.load()).rejects.toThrow('no network');
    expect(module.loaded).toBeUndefined();
    expect(await module.load()).toBe('loaded');
  });
});

describe('generateWith', () => {
  it('generateWith loads the module when the first item is requested', async () => {
    const { events, count } = numbersOnDemand();
    const numbers = count(3);
    expect(events).toEqual([]);
    const all: number[] = [];
    for await (const number of numbers) all.push(number);
    expect(all).toEqual([0, 1, 2]);
    expect(events).toEqual(['load', 'close']);
    expect(await numbers.next()).toEqual({ done: true, value: undefined });
  });

  it('generateWith returns the inner generator itself if the module is already loaded', async () => {
    const { module } = numbersOnDemand();
    const { count } = await module.load();
    const made = count(1);
    expect(generateWith(module, () => made)).toBe(made);
  });

  it('generateWith resolves calls in the order in which they were made, even those made before the module was loaded', async () => {
    const { count } = numbersOnDemand();
    const numbers = count(2);
    const turns = await Promise.all([numbers.next(), numbers.next(), numbers.next(), numbers.next()]);
    expect(turns.map(({ value, done }) => value ?? done)).toEqual([0, 1, true, true]);
  });

  it('generateWith closes the inner generator when the caller leaves a loop', async () => {
    const { events, count } = numbersOnDemand();
    for await (const number of count(9)) if (number === 1) break;
    expect(events).toEqual(['load', 'close']);
  });

  it('generateWith does not load the module if the caller ends the generator before the first item', async () => {
    const { events, count } = numbersOnDemand();
    const left = count(1);
    expect(await left.return()).toEqual({ done: true, value: undefined });
    expect(await left.next()).toEqual({ done: true, value: undefined });
    const thrown = count(1);
    await expect(thrown.throw(new Error('enough'))).rejects.toThrow('enough');
    expect(await thrown.next()).toEqual({ done: true, value: undefined });
    expect(events).toEqual([]);
  });

  it('if loading fails, generateWith rejects the first item and ends', async () => {
    const module = onDemand(async (): Promise<() => AsyncGenerator<number, void, undefined>> => {
      throw new Error('no network');
    });
    const items = generateWith(module, (make) => make());
    await expect(items.next()).rejects.toThrow('no network');
    expect(await items.next()).toEqual({ done: true, value: undefined });
    expect(await items.return()).toEqual({ done: true, value: undefined });
  });

  it('the result of generateWith can be iterated with for await', () => {
    const { count } = numbersOnDemand();
    const numbers = count(1);
    expect(numbers[Symbol.asyncIterator]()).toBe(numbers);
  });
});
