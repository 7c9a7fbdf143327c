import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Encoding } from '@marquetry/core';
import { chromium as chromiumPath, chromiumTitle } from '@marquetry/test-support/chromium.js';
import axe from 'axe-core';
import { defineSchema, memorySink, writeParquet } from 'marquetry';
import { standardEncodings } from 'marquetry/plug-ins';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Served, serve } from './serve.js';

const sample = readFileSync(new URL('../public/sample.parquet', import.meta.url));

/** The sample with one byte changed in the body of a page of `delay`, whose checksum then is wrong. */
function withBadChecksum(): Uint8Array {
  const bytes = Uint8Array.from(sample);
  bytes[70_000] = (bytes[70_000] as number) ^ 0xff;
  return bytes;
}

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../tests/fixtures/encrypted/${name}.parquet`, import.meta.url));

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

/** The id of an encoding that the inspector does not have. Its bytes are those of PLAIN. */
const unknownId = 200;
const stranger = memorySink();
await writeParquet(
  stranger,
  { known: Int32Array.from([1, 2, 3]), unknown: Float64Array.from([1, 2, 3]) },
  {
    encodings: standardEncodings.with({ ...(standardEncodings.find(0) as Encoding), id: unknownId, name: 'STRANGER' }),
    columns: { unknown: { encoding: unknownId } },
  },
);

const files: ReadonlyMap<string, Uint8Array> = new Map([
  ['/bad-crc.parquet', withBadChecksum()],
  ['/nested.parquet', nested.bytes],
  ['/long.parquet', long.bytes],
  ['/unknown-encoding.parquet', stranger.bytes],
  ['/encrypted.parquet', fixture('pyarrow-gcm-128')],
  ['/truncated.parquet', sample.subarray(0, 500_000)],
]);

describe.skipIf(chromiumPath === undefined)(`the inspector in ${chromiumTitle}`, () => {
  let browser: Browser;
  let server: Served;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    server = await serve(files);
    browser = await chromium.launch({ executablePath: chromiumPath as string, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    problems = [];
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });

  const open = async (hash = ''): Promise<void> => {
    await page.goto(`${server.url}#${hash}`);
  };
  const columns = (): Promise<void> => page.getByRole('heading', { name: 'Columns, largest first' }).waitFor();

  test('the sample opens from the start page, and its columns are listed by size', async () => {
    await open();
    await page.getByRole('button', { name: /Open the sample/ }).click();
    await columns();
    const names = await page.locator('.columns-grid .name').allTextContents();
    expect(names).toEqual(['distance', 'delay', 'origin', 'destination', 'date']);
  });

  test('a file that is chosen from disk opens', async () => {
    await open();
    await page.getByLabel('Parquet file').setInputFiles({ name: 'mine.parquet', mimeType: '', buffer: sample });
    await columns();
    await page.getByText('mine.parquet').first().waitFor();
  });

  test('pointing at a byte shows the field that it belongs to', async () => {
    await open('url=/sample.parquet&view=column&column=delay');
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await page.locator('.b').nth(8).hover();
    await expect.poll(() => page.locator('.meaning').textContent()).toContain('values › value 0');
  });

  test('the comparison of encodings proposes a smaller one, and the rewritten file opens with it', async () => {
    await open('url=/sample.parquet');
    await page.getByRole('button', { name: 'Find savings' }).click();
    await page.getByText(/wastes the most/).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Find savings' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Choose these encodings' }).click();
    await page.getByRole('button', { name: /Write the file with/ }).click();
    await page.getByRole('button', { name: 'Open it here' }).click();
    await page.getByText('sample-rewritten.parquet').first().waitFor();
    await columns();
    const size = await page.locator('.file-name').textContent();
    expect(Number(/(\d+) kB/.exec(size ?? '')?.[1])).toBeLessThan(500);
  }, 120_000);

  test('a query shows the rows that pass, from every row group', async () => {
    await open('url=/sample.parquet&view=query');
    await page.getByLabel('Where').fill('delay > 600');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: '15 rows' }).waitFor();
    await expect.poll(() => page.locator('.rows-grid .grid-row').count()).toBe(15);
    expect(await page.locator('.fault').count()).toBe(0);
  });

  test('a page with a wrong checksum is marked', async () => {
    await open('url=/bad-crc.parquet&view=column&column=delay');
    await page.locator('.checksum-wrong').waitFor();
  });

  test('the address of a page leads to that page', async () => {
    await open('url=/sample.parquet&view=column&column=delay');
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.getByRole('heading', { name: 'Page 2 of delay' }).waitFor();
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('heading', { name: 'Page 2 of delay' }).waitFor();
  });

  test('the schema and a column can be reached by keyboard only', async () => {
    await open('url=/sample.parquet&view=schema');
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'delay' }).waitFor();
  });

  test('a sparse file of 2 GB is opened from disk by its ends only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
    try {
      const path = join(folder, 'sparse.parquet');
      const footerBytes = new DataView(sample.buffer, sample.byteOffset + sample.length - 8).getUint32(0, true) + 8;
      writeFileSync(path, sample.subarray(0, sample.length - footerBytes));
      truncateSync(path, 2 ** 31);
      appendFileSync(path, sample.subarray(sample.length - footerBytes));
      await open();
      await page.getByLabel('Parquet file').setInputFiles(path);
      await columns();
      // Reads are reported with a delay.
      const text = (): Promise<string | null> => page.locator('.reads').textContent();
      await expect.poll(text).toMatch(/Read so far: [1-9][\d.]* kB in \d+ reads?, of 2.15 GB/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('nested columns and VARIANT values are shown as text', async () => {
    await open('url=/nested.parquet&view=query');
    await page.getByRole('heading', { name: '2 rows' }).waitFor();
    await page.getByText('["a","b"]').waitFor();
    await page.getByText('{"kind":"click"}').waitFor();
  });

  test('an encrypted file asks for its key, and opens with it', async () => {
    await open('url=/encrypted.parquet');
    await page.getByRole('heading', { name: 'Open it with keys' }).waitFor();
    await page.getByLabel('Key', { exact: true }).fill('000102030405060708090a0b0c0d0e0f');
    await page.getByRole('button', { name: 'Open with these keys' }).click();
    await columns();
    expect(await page.locator('.columns-grid .name').count()).toBeGreaterThan(0);
  });

  test('a wrong key is reported without repeating the key', async () => {
    await open('url=/encrypted.parquet');
    await page.getByLabel('Key', { exact: true }).fill('ffffffffffffffffffffffffffffffff');
    await page.getByRole('button', { name: 'Open with these keys' }).click();
    await page
      .getByText(/authentic|key/)
      .first()
      .waitFor();
    expect(await page.locator('.fault').first().textContent()).not.toContain('ffffffff');
  });

  test('the page and its sample work offline after the first visit', async () => {
    await open();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: /Open the sample/ }).click();
    await columns();
    await page.getByRole('button', { name: 'Find savings' }).click();
    await page.getByText(/wastes the most/).waitFor({ timeout: 60_000 });
  }, 90_000);

  test('pointing at a field marks its bytes', async () => {
    await open('url=/sample.parquet&view=column&column=delay');
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await page.getByRole('treeitem').filter({ hasText: 'value 1' }).first().hover();
    await expect.poll(() => page.locator('.b.marked').count()).toBe(8);
  });

  test('the map can be walked and opened by keyboard', async () => {
    await open('url=/sample.parquet');
    await columns();
    const map = page.locator('.map-canvas');
    await map.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await map.press(key);
    await expect.poll(() => page.locator('.map-status').textContent()).toContain('delay, row group 0');
    await map.press('Enter');
    await page.getByRole('heading', { name: 'delay' }).waitFor();
  });

  test('the first load is at most 300 kB in gzip', async () => {
    const sizes = new Map<string, number>();
    page.on('response', async (response) => {
      const path = new URL(response.url()).pathname;
      if (response.ok()) sizes.set(path, gzipSync(await response.body()).length);
    });
    await page.addInitScript(() => {
      // The service worker stores all files for later visits: they are not part of the first load.
      Object.defineProperty(navigator.serviceWorker, 'register', { value: async () => undefined });
    });
    await open();
    await page.getByRole('button', { name: /Open the sample/ }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(sizes.size).toBeGreaterThan(3);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300_000);
  });

  test('an unknown encoding is reported at its page, and the other columns can be read', async () => {
    await open('url=/unknown-encoding.parquet&view=column&column=unknown');
    await page.getByRole('button', { name: 'Page 0', exact: true }).click();
    await page
      .getByText(/encoding id 200 of DOUBLE values is not registered/)
      .first()
      .waitFor();
    await page.goto('about:blank');
    await open('url=/unknown-encoding.parquet&view=column&column=known');
    await page.getByRole('button', { name: 'Page 0', exact: true }).click();
    await page.getByRole('heading', { name: 'Page 0 of known' }).waitFor();
    await page.locator('.b').first().waitFor();
    expect(await page.locator('.fault').count()).toBe(0);
  });

  test('a file that is dropped on the page opens', async () => {
    await open();
    const transfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([${nested.bytes.join()}])], 'dropped.parquet'));
      return data;
    })()`);
    for (const type of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('body', type, { dataTransfer: transfer });
    await columns();
    await page.getByText('dropped.parquet').first().waitFor();
  });

  test('a file on another origin is read by ranges', async () => {
    const other = await serve(files);
    try {
      await open();
      await page.getByLabel(/Address of a file/).fill(`${other.url}long.parquet`);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await columns();
      expect(other.ranges.length).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  test('opening a file whose server does not answer can be cancelled', async () => {
    await open('url=/silent.parquet');
    await page.getByRole('heading', { name: 'Opening' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /Open the sample/ }).click();
    await columns();
  });

  test('the last of 2,500,000 rows can be scrolled to', async () => {
    await open('url=/long.parquet&view=query');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: '2,500,000 rows' }).waitFor();
    const last = page.locator('.rows-grid .grid-row').filter({ hasText: '2,499,999' });
    await page.locator('.rows-grid .grid-body').focus();
    await page.keyboard.press('End');
    await expect.poll(() => last.textContent(), { timeout: 10_000 }).toContain('2499999');
  });

  test('the values of a column are decoded on demand, as a histogram', async () => {
    await open('url=/sample.parquet&view=column&column=delay');
    await page.getByRole('button', { name: 'Decode and count' }).click();
    await page.getByRole('img', { name: /^Histogram from -?\d+ to \d+$/ }).waitFor();
    await page.getByText('100,000 rows decoded').waitFor();
  });

  test('the button for the theme changes it, and a later visit keeps it', async () => {
    await open();
    const theme = (): Promise<string | null> => page.locator('html').getAttribute('data-theme');
    expect(await theme()).toBe('light');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await expect.poll(theme).toBe('dark');
    await page.reload();
    await expect.poll(theme).toBe('dark');
  });

  test('a truncated file shows its error and its bytes', async () => {
    await open('url=/truncated.parquet');
    await page.getByText('This file cannot be opened:').waitFor();
    await page.locator('.hex-row').first().waitFor();
  });

  const views = ['', 'view=overview', 'view=column&column=delay', 'view=schema', 'view=metadata', 'view=query'];
  const looks = [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'light', width: 420 },
  ] as const;
  test.each(views.flatMap((view) => looks.map((look) => ({ view, ...look }))))(
    'axe finds no serious fault in the view "$view", $colorScheme, $width pixels wide',
    async ({ view, colorScheme, width }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      await open(view === '' ? '' : `url=/sample.parquet&${view}`);
      await page
        .getByRole('heading')
        .nth(1)
        .or(page.getByRole('button', { name: /Open the sample/ }))
        .first()
        .waitFor();
      await page.waitForTimeout(500);
      await page.evaluate(axe.source);
      const found = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
      });
      expect(found).toEqual([]);
    },
  );
});
