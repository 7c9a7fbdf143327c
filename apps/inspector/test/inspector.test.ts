import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { inBrowser } from './in-browser.js';
import { serve } from './serve.js';

const sample = readFileSync(new URL('../public/sample.parquet', import.meta.url));

const nested = memorySink();
await writeParquet(
  nested,
  [
    { id: 1, tags: ['a', 'b'], event: { kind: 'click' } },
    { id: 2, tags: [], event: null },
  ],
  {
    schema: defineSchema({
      id: 'INT32',
      tags: { list: 'STRING' },
      event: { type: 'VARIANT', optional: true },
    }),
  },
);

const long = memorySink();
const longRows = 2_500_000;
await writeParquet(long, { row: Int32Array.from({ length: longRows }, (_, row) => row) });

const files: ReadonlyMap<string, Uint8Array> = new Map([
  ['/nested.parquet', nested.bytes],
  ['/long.parquet', long.bytes],
]);

/** Returns the first rows of a file. */
async function rowsOf(bytes: Uint8Array): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of (await openParquet(bytes)).rows({ limit: 5000 })) rows.push(row);
  return rows;
}

inBrowser('the inspector', files, (current) => {
  test('the sample opens from the start page, and its columns are listed by size', async () => {
    await current.open();
    await current.page.getByRole('button', { name: /Open the sample/ }).click();
    await current.columns();
    const names = await current.page.locator('.columns-grid .name').allTextContents();
    expect(names).toEqual(['distance', 'delay', 'origin', 'destination', 'date']);
  });

  test('a file that is chosen from disk opens', async () => {
    await current.open();
    await current.page.getByLabel('Parquet file').setInputFiles({ name: 'mine.parquet', mimeType: '', buffer: sample });
    await current.columns();
    await current.page.getByText('mine.parquet').first().waitFor();
  });

  test('pointing at a byte shows the field that it belongs to', async () => {
    await current.open('url=/sample.parquet&view=column&column=delay');
    await current.page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await current.page.locator('.b').nth(8).hover();
    await expect.poll(() => current.page.locator('.meaning').textContent()).toContain('values › value 0');
  });

  test('"Find savings" proposes smaller encodings, and the downloaded file has the same rows in these encodings', async () => {
    await current.open('url=/sample.parquet');
    await current.page.getByRole('button', { name: 'Find savings' }).click();
    await current.page.getByText(/wastes the most/).waitFor({ timeout: 60_000 });
    await current.page.getByRole('button', { name: 'Find savings' }).waitFor({ timeout: 60_000 });
    await current.page.getByRole('button', { name: 'Choose these encodings' }).click();
    await current.page.getByRole('button', { name: /Write the file with/ }).click();
    const download = current.page.waitForEvent('download');
    await current.page.getByRole('link', { name: 'Download sample-rewritten.parquet' }).click();
    const written = readFileSync(await (await download).path());
    expect(written.length).toBeLessThan(0.6 * sample.length);
    expect(await rowsOf(written)).toEqual(await rowsOf(sample));
    await current.page.getByRole('button', { name: 'Open another' }).click();
    const file = { name: 'downloaded.parquet', mimeType: '', buffer: written };
    await current.page.getByLabel('Parquet file').setInputFiles(file);
    await current.columns();
    const encodings = await current.page.locator('.columns-grid .codes-cell').allTextContents();
    expect(encodings.join(' ')).not.toMatch(/PLAIN|SNAPPY/);
  }, 120_000);

  test('a query shows the matching rows of every row group', async () => {
    await current.open('url=/sample.parquet&view=query');
    await current.page.getByLabel('Where').fill('delay > 600');
    await current.page.getByRole('button', { name: 'Run' }).click();
    await current.page.getByRole('heading', { name: '15 rows' }).waitFor();
    await expect.poll(() => current.page.locator('.rows-grid .grid-row').count()).toBe(15);
    expect(await current.page.locator('.fault').count()).toBe(0);
  });

  test('opening the URL of a Parquet page shows that page', async () => {
    await current.open('url=/sample.parquet&view=column&column=delay');
    await current.page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await current.page.getByRole('heading', { name: 'Page 2 of delay' }).waitFor();
    const address = current.page.url();
    await current.page.goto('about:blank');
    await current.page.goto(address);
    await current.page.getByRole('heading', { name: 'Page 2 of delay' }).waitFor();
  });

  test('the schema and a column can be reached with the keyboard', async () => {
    await current.open('url=/sample.parquet&view=schema');
    await current.page.getByRole('tree').focus();
    await current.page.keyboard.press('ArrowDown');
    await current.page.keyboard.press('Enter');
    await current.page.getByRole('heading', { name: 'delay' }).waitFor();
  });

  test('opening a sparse file of 2 GB from disk reads only its start and end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
    try {
      const path = join(folder, 'sparse.parquet');
      const footerBytes = new DataView(sample.buffer, sample.byteOffset + sample.length - 8).getUint32(0, true) + 8;
      writeFileSync(path, sample.subarray(0, sample.length - footerBytes));
      truncateSync(path, 2 ** 31);
      appendFileSync(path, sample.subarray(sample.length - footerBytes));
      await current.open();
      await current.page.getByLabel('Parquet file').setInputFiles(path);
      await current.columns();
      // Reads are reported with a delay.
      const text = (): Promise<string | null> => current.page.locator('.reads').textContent();
      await expect.poll(text).toMatch(/Read so far: [1-9][\d.]* kB in \d+ reads?, of 2.15 GB/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('nested columns and VARIANT values are shown as text', async () => {
    await current.open('url=/nested.parquet&view=query');
    await current.page.getByRole('heading', { name: '2 rows' }).waitFor();
    await current.page.getByText('["a","b"]').waitFor();
    await current.page.getByText('{"kind":"click"}').waitFor();
  });

  test('the page and its sample work offline after the first visit', async () => {
    await current.open();
    await current.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await current.page.reload();
    await current.page.context().setOffline(true);
    await current.page.reload();
    await current.page.getByRole('button', { name: /Open the sample/ }).click();
    await current.columns();
    await current.page.getByRole('button', { name: 'Find savings' }).click();
    await current.page.getByText(/wastes the most/).waitFor({ timeout: 60_000 });
  }, 90_000);

  test('pointing at a field highlights its bytes', async () => {
    await current.open('url=/sample.parquet&view=column&column=delay');
    await current.page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await current.page.getByRole('treeitem').filter({ hasText: 'value 1' }).first().hover();
    await expect.poll(() => current.page.locator('.b.marked').count()).toBe(8);
  });

  test('the keyboard moves between the boxes of the map, and opens them', async () => {
    await current.open('url=/sample.parquet');
    await current.columns();
    const map = current.page.locator('.map-canvas');
    await map.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await map.press(key);
    await expect.poll(() => current.page.locator('.map-status').textContent()).toContain('delay, row group 0');
    await map.press('Enter');
    await current.page.getByRole('heading', { name: 'delay' }).waitFor();
  });

  test('the first load is at most 300 kB gzipped', async () => {
    const sizes = new Map<string, number>();
    current.page.on('response', async (response) => {
      const path = new URL(response.url()).pathname;
      if (response.ok()) sizes.set(path, gzipSync(await response.body()).length);
    });
    await current.page.addInitScript(() => {
      // Do not count what the service worker fetches for later visits: it is not part of the first load.
      Object.defineProperty(navigator.serviceWorker, 'register', { value: async () => undefined });
    });
    await current.open();
    await current.page.getByRole('button', { name: /Open the sample/ }).waitFor();
    await current.page.waitForLoadState('networkidle');
    expect(sizes.size).toBeGreaterThan(3);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300_000);
  });

  test('a file that is dropped on the page opens', async () => {
    await current.open();
    const transfer = await current.page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([${nested.bytes.join()}])], 'dropped.parquet'));
      return data;
    })()`);
    for (const type of ['dragenter', 'dragover', 'drop'])
      await current.page.dispatchEvent('body', type, { dataTransfer: transfer });
    await current.columns();
    await current.page.getByText('dropped.parquet').first().waitFor();
  });

  test('a file on another origin is read in ranges', async () => {
    const other = await serve(files);
    try {
      await current.open();
      await current.page.getByLabel(/Address of a file/).fill(`${other.url}long.parquet`);
      await current.page.getByRole('button', { name: 'Open', exact: true }).click();
      await current.columns();
      expect(other.ranges.length).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  test('opening a file whose server does not answer can be canceled', async () => {
    await current.open('url=/silent.parquet');
    await current.page.getByRole('heading', { name: 'Opening' }).waitFor();
    await current.page.getByRole('button', { name: 'Cancel' }).click();
    await current.page.getByRole('button', { name: /Open the sample/ }).click();
    await current.columns();
  });

  test('the user can scroll to the last of 2,500,000 rows', async () => {
    await current.open('url=/long.parquet&view=query');
    await current.page.getByRole('button', { name: 'Run' }).click();
    await current.page.getByRole('heading', { name: '2,500,000 rows' }).waitFor();
    const last = current.page.locator('.rows-grid .grid-row').filter({ hasText: '2,499,999' });
    await current.page.locator('.rows-grid .grid-body').focus();
    await current.page.keyboard.press('End');
    await expect.poll(() => last.textContent(), { timeout: 10_000 }).toContain('2499999');
  });

  test('the values of a column are decoded when the user asks for a histogram', async () => {
    await current.open('url=/sample.parquet&view=column&column=delay');
    await current.page.getByRole('button', { name: 'Decode and count' }).click();
    await current.page.getByRole('img', { name: /^Histogram from -?\d+ to \d+$/ }).waitFor();
    await current.page.getByText('100,000 rows decoded').waitFor();
  });

  test('the theme button changes the theme, and a later visit keeps the choice', async () => {
    await current.open();
    const theme = (): Promise<string | null> => current.page.locator('html').getAttribute('data-theme');
    expect(await theme()).toBe('light');
    await current.page.getByRole('button', { name: 'Use the dark theme' }).click();
    await expect.poll(theme).toBe('dark');
    await current.page.reload();
    await expect.poll(theme).toBe('dark');
  });

  test('the file is read in ranges, and no byte is read twice', async () => {
    await current.open('url=/long.parquet');
    await current.columns();
    await expect.poll(() => current.page.locator('.reads').textContent()).toMatch(/Read so far: [1-9]/);
    const opened = current.server.ranges.reduce((sum, [start, end]) => sum + end - start, 0);
    expect(opened).toBeLessThan(100_000);
    await current.page.getByRole('button', { name: 'row', exact: true }).click();
    await current.page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await current.page.locator('.b').first().waitFor();
    await current.page.getByRole('button', { name: 'Rows', exact: true }).click();
    await current.page.getByRole('heading', { name: '2,500,000 rows' }).waitFor();
    await current.page.locator('.rows-grid .grid-row').first().waitFor();
    const read = [...current.server.ranges].sort(([a], [b]) => a - b);
    for (const [i, [start]] of read.entries()) expect(start).toBeGreaterThanOrEqual(read[i - 1]?.[1] ?? 0);
  });

  test('a query lists the row groups that it skips, with the reason', async () => {
    await current.open('url=/long.parquet&view=query');
    await current.page.getByLabel('Where').fill('row >= 2400000');
    await current.page.getByRole('button', { name: 'Run' }).click();
    await current.page.getByRole('heading', { name: '100,000 rows' }).waitFor();
    const skipped = current.page.getByRole('region', { name: 'Decisions of the plan' }).getByText('skipped');
    expect(await skipped.count()).toBeGreaterThan(0);
    await current.page
      .getByText(/max \d+ < 2400000/)
      .first()
      .waitFor();
  });
});
