import { expect, test } from 'vitest';
import { brokenFiles, delayPages } from './broken-files.js';
import { inBrowser } from './in-browser.js';

inBrowser('broken files', brokenFiles, (current) => {
  test('for a truncated file, the page shows the complete Parquet pages, the offset at which the file ends, and what is missing', async () => {
    const { page } = current;
    await current.open('url=/truncated.parquet');
    await page.getByText('This file cannot be opened:').waitFor();
    await page.getByText(/\d+ pages with [\d,]+ values are complete/).waitFor();
    await page.getByText(/The file ends at byte 500,000, inside a page; [\d.]+ kB of that page are missing/).waitFor();
    await page.getByText(/The footer is missing, so the names, types and codecs/).waitFor();
    const parts = page.getByRole('table', { name: 'Parts of the file' });
    await parts.getByRole('button', { name: 'data page' }).first().waitFor();
    expect(await parts.getByText('PLAIN').count()).toBeGreaterThan(3);
    await parts.getByRole('button', { name: 'magic number' }).click();
    await page.getByRole('heading', { name: 'Bytes of the magic number at 0' }).waitFor();
    await parts.getByRole('button', { name: 'data page' }).first().click();
    await page.getByRole('treeitem').filter({ hasText: 'PageHeader' }).waitFor();
  });

  test('for a file whose footer cannot be parsed, all its pages and the error in the footer are shown', async () => {
    const { page } = current;
    await current.open('url=/bad-footer.parquet');
    await page.getByText('The footer was found but cannot be parsed', { exact: false }).waitFor();
    await page.getByText('unread bytes').first().waitFor();
    const map = page.locator('.map-canvas');
    await map.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await map.press(key);
    await expect.poll(() => page.locator('.map-status').textContent()).toMatch(/data page|dictionary page/);
  });

  test('the reason is shown for a file that is not a Parquet file', async () => {
    await current.open('url=/text.parquet');
    await current.page
      .getByText(/(?:starts|ends) with ".*" instead of PAR1/)
      .first()
      .waitFor();
    await current.page.getByText('No page was found', { exact: false }).waitFor();
  });

  test('a Parquet page with a broken header is listed with its error, and the pages after it are listed', async () => {
    const { page } = current;
    await current.open('url=/bad-header.parquet&view=column&column=delay');
    const rows = page.locator('.pages-grid .grid-row');
    await page.locator('.pages-grid .faulty').waitFor();
    expect(await rows.count()).toBe(delayPages.length);
    expect(await page.locator('.pages-grid .faulty').count()).toBe(1);
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    await page
      .getByRole('treeitem')
      .filter({ hasText: /CORRUPT|TRUNCATED/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('heading', { name: 'Page 2 of delay' }).waitFor();
    await page.locator('.b').first().waitFor();
  });

  test('only the Parquet page with a wrong checksum is marked as wrong', async () => {
    const { page } = current;
    await current.open('url=/bad-crc.parquet&view=column&column=delay');
    await page.locator('.checksum-wrong').waitFor();
    expect(await page.locator('.checksum-wrong').count()).toBe(1);
    await expect.poll(() => page.locator('.checksum-right').count()).toBe(delayPages.length - 1);
    await page.getByText('Page 1: the checksum is wrong').waitFor();
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await page.getByText('The checksum in the header differs').waitFor();
  });

  test('the page asks for the key of an encrypted file, and opens the file with it', async () => {
    const { page } = current;
    await current.open('url=/encrypted.parquet');
    await page.getByText('This file is encrypted').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('Key', { exact: true }).fill('000102030405060708090a0b0c0d0e0f');
    await page.getByRole('button', { name: 'Open with these keys' }).click();
    await current.columns();
    expect(await page.locator('.columns-grid .name').count()).toBeGreaterThan(0);
  });

  test('the error for a wrong key does not contain the key, and another key can be entered', async () => {
    const { page } = current;
    await current.open('url=/encrypted.parquet');
    await page.getByLabel('Key', { exact: true }).fill('ffffffffffffffffffffffffffffffff');
    await page.getByRole('button', { name: 'Open with these keys' }).click();
    await page.getByText(/the key or AAD prefix is wrong/).waitFor();
    expect(await page.locator('.fault').first().textContent()).not.toContain('ffffffff');
    await page.getByRole('heading', { name: 'Open it with keys' }).waitFor();
  });

  test('an unknown encoding is reported for its Parquet page, and the other columns can be read', async () => {
    const { page } = current;
    await current.open('url=/unknown-encoding.parquet&view=column&column=unknown');
    await page.getByText('Page 0: encoding id 200 of DOUBLE values is not registered', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Page 0', exact: true }).click();
    await page
      .getByText(/encoding id 200 of DOUBLE values is not registered/)
      .first()
      .waitFor();
    await page.goto('about:blank');
    await current.open('url=/unknown-encoding.parquet&view=column&column=known');
    await page.getByRole('button', { name: 'Page 0', exact: true }).click();
    await page.getByRole('heading', { name: 'Page 0 of known' }).waitFor();
    await page.locator('.b').first().waitFor();
    expect(await page.locator('.fault').count()).toBe(0);
  });
});
