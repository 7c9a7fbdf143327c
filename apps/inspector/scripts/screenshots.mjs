// `node apps/inspector/scripts/screenshots.mjs`, after a build: makes the pictures of docs/inspector.md with the installed Chromium.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const server = await preview({ root, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } });
const [base] = server.resolvedUrls.local;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Opens a view of the sample, runs `prepare`, and saves a picture of the window. */
async function picture(name, hash, { colorScheme = 'light', width = 1280, height = 860, prepare } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(`${base}#url=/sample.parquet&${hash}`);
  await page.locator('.map-canvas').waitFor();
  await prepare?.(page);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${pictures}inspector-${name}.png` });
  await page.close();
}

const findSavings = async (page) => {
  await page.getByRole('button', { name: 'Find savings' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('button', { name: 'Find savings' }).waitFor({ timeout: 60_000 });
};
const openPage = async (page) => {
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  const byte = page.locator('.b').nth(8);
  await byte.scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: 'Bytes' }).evaluate((heading) => heading.scrollIntoView());
  await page.mouse.wheel(0, -80);
  await page.waitForTimeout(200);
  await byte.hover();
};

await picture('savings', '', { prepare: findSavings });
await picture('page', 'view=column&column=delay', { prepare: openPage });
await picture('dark', 'view=query', {
  colorScheme: 'dark',
  prepare: async (page) => {
    await page.getByLabel('Where').fill('delay > 600');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: '15 rows' }).waitFor();
  },
});
await picture('narrow', '', { width: 420, height: 860 });
await browser.close();
await server.close();
