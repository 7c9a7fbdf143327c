import { alp } from '@marquetry/alp';
import { type ByteField, explainPage } from '@marquetry/inspect/bytes';
import { openParquet } from 'marquetry';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';
import { expect, test } from 'vitest';
import { fieldColumns, fieldFiles } from './field-files.js';
import { type InBrowser, inBrowser } from './in-browser.js';

const encodings = standardEncodings.with(alp);
const file = await openParquet(fieldFiles.get('/fields.parquet') as Uint8Array, { encodings });

interface Place {
  readonly byte: number;
  readonly path: readonly ByteField[];
  readonly field: ByteField;
}

/** Returns the innermost field that contains a byte, and the fields around that field. */
function placeOf(fields: readonly ByteField[], byte: number): Place {
  const path: ByteField[] = [];
  for (let within = fields; ; ) {
    const next = within.find(({ start, end }) => end > byte && start <= byte);
    if (next === undefined) return { byte, path, field: path.at(-1) as ByteField };
    path.push(next);
    within = next.children;
  }
}

/**
 * Returns one byte and its field for each combination of field kind and name. Names that differ only in a number, such
 * as `value 0` and `value 1`, count as one.
 */
function differentPlaces(fields: readonly ByteField[], byteLength: number): Place[] {
  const found = new Map<string, Place>();
  for (let byte = 0; byte < byteLength; byte++) {
    const place = placeOf(fields, byte);
    const key = `${place.field.kind} ${place.field.name.replaceAll(/\d+/g, 'N')}`;
    if (!found.has(key)) found.set(key, place);
  }
  return [...found.values()];
}

const seenKinds = new Set<string>();

/**
 * Points at a byte and checks that its field is shown, then points at the field and checks that its bytes are marked.
 */
async function pointBothWays({ page }: InBrowser, { byte: index, path, field }: Place): Promise<void> {
  const byte = page.locator(`.hex .b[data-byte="${index}"]`);
  await byte.hover();
  const names = path.map(({ name }) => name).join(' › ');
  await expect.poll(() => page.locator('.meaning .path').textContent()).toBe(names);
  // A click on the byte opens the tree at its field.
  await byte.click();
  const row = page.locator('[role="treeitem"][aria-selected="true"]');
  await expect.poll(() => row.locator('.field-name').textContent()).toBe(field.name);
  await row.hover();
  const marked = (): Promise<(string | null)[]> =>
    page.locator('.hex .b.marked').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-byte')));
  const expected = Array.from({ length: field.end - field.start }, (_, i) => String(field.start + i));
  await expect.poll(marked).toEqual(expected);
  seenKinds.add(field.kind);
}

inBrowser('bytes and their fields', fieldFiles, (current) => {
  test.each(Object.entries(fieldColumns).map(([name, { encoding }]) => ({ name, encoding })))(
    'pointing at a byte shows its field, and pointing at the field marks its bytes, for every kind of field of a page in $encoding ($name)',
    async ({ name }) => {
      for await (const page of file.pages({ rowGroup: 0, column: name })) {
        const { stored } = await explainPage(page, { encodings, codecs: standardCodecs });
        await current.open(`url=/fields.parquet&view=page&column=${name}&group=0&page=${page.fileOffset}`);
        await current.page.getByText(`File offset${page.fileOffset.toLocaleString('en')}`).waitFor();
        await current.page.locator('.hex .b').first().waitFor();
        for (const place of differentPlaces(stored.fields, stored.bytes.length)) await pointBothWays(current, place);
      }
    },
    120_000,
  );

  test('the tested Parquet pages contain every kind of field that an uncompressed page can have', () => {
    const kinds = ['thrift', 'length', 'run-header', 'levels', 'indices', 'delta-header', 'miniblock', 'values'];
    expect([...seenKinds].sort()).toEqual(kinds.sort());
  });

  test('a compressed Parquet page can be shown either as stored or decompressed', async () => {
    const { page } = current;
    await current.open('url=/packed.parquet&view=column&column=delta');
    await page
      .getByRole('button', { name: /^Page \d$/ })
      .last()
      .click();
    await page.locator('.hex .b').first().waitFor();
    await page.getByRole('treeitem').filter({ hasText: 'definition levels' }).first().waitFor();
    await page.getByText('As stored').click();
    const body = page.getByRole('treeitem').filter({ hasText: 'compressed body' });
    await body.hover();
    await expect.poll(() => page.locator('.meaning').textContent()).toContain('compressed by SNAPPY');
    expect(await page.locator('.hex .b.marked').count()).toBeGreaterThan(10);
  });

  test('the bytes of page indexes and Bloom filters are explained', async () => {
    const { page } = current;
    await current.open('url=/fields.parquet&view=column&column=text');
    await page.getByRole('button', { name: 'column index' }).click();
    await page.getByRole('heading', { name: 'Column index of text, row group 0' }).waitFor();
    await page.getByRole('treeitem').filter({ hasText: 'min_values' }).hover();
    await expect.poll(() => page.locator('.hex .b.marked').count()).toBeGreaterThan(5);
    await page.goBack();
    await page.getByRole('button', { name: 'offset index' }).click();
    await page.getByRole('treeitem').filter({ hasText: 'page_locations' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Bloom filter' }).click();
    await page.getByRole('treeitem').filter({ hasText: 'block 0' }).hover();
    await expect.poll(() => page.locator('.hex .b.marked').count()).toBe(32);
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('heading', { name: 'Bloom filter of text, row group 0' }).waitFor();
  });

  test('the bytes of the footer are explained', async () => {
    const { page } = current;
    await current.open('url=/fields.parquet&view=metadata');
    await page.getByRole('button', { name: /^Show \d/ }).click();
    await page.getByRole('treeitem').filter({ hasText: 'FileMetaData' }).waitFor();
    await page.locator('.hex .b').nth(2).hover();
    await expect.poll(() => page.locator('.meaning .path').textContent()).toMatch(/^FileMetaData › /);
  });

  test('all bytes and fields can be reached with the keyboard', async () => {
    const { page } = current;
    await current.open('url=/fields.parquet&view=column&column=delta');
    await page.getByRole('button', { name: 'Page 0', exact: true }).focus();
    await page.keyboard.press('Enter');
    const hex = page.locator('.hex');
    await hex.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.meaning').textContent()).toMatch(/Bytes? 17/);
    await page.keyboard.press('Enter');
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.hex .b.marked').count()).toBeGreaterThan(0);
  });
});
