import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    globalNamespace: string;
  }
}

// StrykerJS ends a mutant that is reached a hundred times as often as all tests together reach its place. Ten times is as
// certain, and the sooner where that is millions.
const stryker = (globalThis as unknown as Record<string, { hitLimit?: number }>)[inject('globalNamespace')];
if (stryker?.hitLimit !== undefined) {
  stryker.hitLimit = Math.min(stryker.hitLimit, Math.max(1_000_000, stryker.hitLimit / 10));
}
