import { describe, expect, test } from 'vitest';
import { runWaiting, type Waiting } from '../src/waits.js';

describe('runWaiting', () => {
  test('runWaiting returns the result itself if the generator does not yield a promise', () => {
    const inner = function* (isThere: boolean): Waiting<number> {
      if (!isThere) yield Promise.reject(new Error('not there'));
      return 20;
    };
    const outer = function* (): Waiting<number> {
      return (yield* inner(true)) + 1;
    };
    expect(runWaiting(outer())).toBe(21);
  });

  test('runWaiting throws synchronously if the generator throws before it yields a promise', () => {
    const error = new Error('at once');
    const work = function* (isWrong: boolean): Waiting<number> {
      if (isWrong) throw error;
      yield Promise.resolve();
      return 1;
    };
    expect(() => runWaiting(work(true))).toThrow(error);
  });

  test('runWaiting awaits each promise in turn', async () => {
    const seen: string[] = [];
    const later = async (name: string): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(name);
    };
    const work = function* (): Waiting<number> {
      yield later('first');
      seen.push('between');
      yield later('second');
      return seen.length;
    };
    const result = runWaiting(work());
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toBe(3);
    expect(seen).toEqual(['first', 'between', 'second']);
  });

  test('runWaiting throws a rejection at the `yield` of the promise, where it can be caught', async () => {
    const caught: unknown[] = [];
    const work = function* (): Waiting<string> {
      try {
        yield Promise.reject(new Error('no bytes'));
      } catch (error) {
        caught.push((error as Error).message);
      }
      yield Promise.reject(new Error('again'));
      return 'unreached';
    };
    await expect(runWaiting(work())).rejects.toThrow('again');
    expect(caught).toEqual(['no bytes']);
  });
});
