/**
 * Calls a function for each item, several at the same time.
 */

/** Calls `use` for each item, with up to `most` calls at the same time. Rejects with the first error, after the running calls have settled. */
export async function inParallel<T>(
  items: readonly T[],
  most: number,
  use: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      try {
        await use(items[index] as T, index);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, lane));
  for (const settled of lanes) if (settled.status === 'rejected') throw settled.reason;
}
