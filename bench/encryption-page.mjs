// Runs the measurements of encryption.mjs, either in the same process or in a page in Chromium.

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Reads all columns. Returns the number of values and of bytes in each column. */
export async function readAll(file) {
  const sums = {};
  for await (const batch of file.columnBatches({ decodeDictionaries: true })) {
    for (const [path, { values }] of Object.entries(batch)) {
      sums[path] = (sums[path] ?? 0) + values.length + (values.data?.byteLength ?? 0);
    }
  }
  return sums;
}

/**
 * Times `run(false)` and `run(true)` alternately. Returns the medians in milliseconds, and the median of the ratios
 * between adjacent samples.
 */
export async function measureRatio(run, turns = 15) {
  const times = { plain: [], encrypted: [], ratio: [] };
  const timeOf = async (isEncrypted) => {
    globalThis.gc?.();
    const start = performance.now();
    await run(isEncrypted);
    return performance.now() - start;
  };
  for (let turn = -3; turn < turns; turn++) {
    const plain = await timeOf(false);
    const encrypted = await timeOf(true);
    if (turn < 0) continue;
    times.plain.push(plain);
    times.encrypted.push(encrypted);
    times.ratio.push(encrypted / plain);
  }
  return { plain: median(times.plain), encrypted: median(times.encrypted), ratio: median(times.ratio) };
}

async function measurePage() {
  const { openParquet } = await import('marquetry');
  const { decryption, fixedKeys } = await import('@marquetry/encryption');
  const keys = fixedKeys({ footer: new TextEncoder().encode('0123456789012345') });
  const results = [];
  for (const index of [0, 1]) {
    const [plain, encrypted] = await Promise.all(
      ['plain', 'encrypted'].map(
        async (kind) => new Uint8Array(await (await fetch(`/file/${index}/${kind}`)).arrayBuffer()),
      ),
    );
    const read = async (isEncrypted) =>
      readAll(
        await openParquet(isEncrypted ? encrypted : plain, isEncrypted ? { decryption: decryption({ keys }) } : {}),
      );
    results.push(await measureRatio(read));
  }
  return results;
}

if ('document' in globalThis) {
  const results = await measurePage().catch((error) => ({ error: String(error) }));
  await fetch('/report', { method: 'POST', body: JSON.stringify(results) });
}
