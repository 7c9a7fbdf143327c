import { describe, expect, it } from 'vitest';
import { decodeSpeeds } from '../../src/costs/decode-speed.js';

/** Returns functions that pretend to decode: each advances a simulated clock by the given time. */
function clocked(ways: readonly { readonly bytes: number; readonly millisecondsAt: (run: number) => number }[]) {
  let now = 0;
  const order: number[] = [];
  const runs = ways.map(() => 0);
  const decodes = ways.map(({ bytes, millisecondsAt }, way) => async () => {
    order.push(way);
    now += millisecondsAt((runs[way] as number)++);
    return bytes;
  });
  return { decodes, clock: () => now, order, runs };
}

const steady = (milliseconds: number) => (): number => milliseconds;

describe('decodeSpeeds', () => {
  it('decodeSpeeds returns the speed of each function in MB/s, in the order in which they are passed', async () => {
    const slow = { bytes: 1_000_000, millisecondsAt: steady(10) };
    const fast = { bytes: 1_000_000, millisecondsAt: steady(4) };
    for (const ways of [
      [slow, fast],
      [fast, slow],
    ]) {
      const { decodes, clock } = clocked(ways);
      expect(await decodeSpeeds(decodes, { clock })).toEqual(ways.map((way) => (way === slow ? 100 : 250)));
    }
  });

  it('decodeSpeeds ignores the first runs of a function, which are slow because the engine has not compiled it yet', async () => {
    const { decodes, clock } = clocked([{ bytes: 1_000_000, millisecondsAt: (run) => (run < 2 ? 500 : 10) }]);
    expect(await decodeSpeeds(decodes, { clock })).toEqual([100]);
  });

  it('decodeSpeeds returns the median of five rounds, so two slow rounds do not change the result', async () => {
    // Each function runs twice to warm up, then once per round.
    const { decodes, clock } = clocked([
      { bytes: 1_000_000, millisecondsAt: (run) => (run === 3 || run === 5 ? 300 : 20) },
    ]);
    expect(await decodeSpeeds(decodes, { clock })).toEqual([50]);
  });

  it('decodeSpeeds repeats short decodes until they take long enough for the clock', async () => {
    const { decodes, clock, runs } = clocked([{ bytes: 100, millisecondsAt: steady(0.25) }]);
    expect(await decodeSpeeds(decodes, { clock })).toEqual([0.4]);
    // The function runs 80 times to warm up for 20 ms, then 40 times in each of 5 rounds.
    expect(runs).toEqual([280]);
  });

  it('decodeSpeeds measures in rounds, each in the reverse order of the previous one', async () => {
    const { decodes, clock, order } = clocked([0, 1, 2].map(() => ({ bytes: 1, millisecondsAt: steady(20) })));
    await decodeSpeeds(decodes, { clock });
    expect(order.slice(6).join('')).toBe('012210012210012');
  });

  it('decodeSpeeds returns null for a column without values', async () => {
    const { decodes, clock } = clocked([{ bytes: 0, millisecondsAt: steady(1) }]);
    expect(await decodeSpeeds(decodes, { clock })).toEqual([null]);
  });
});
