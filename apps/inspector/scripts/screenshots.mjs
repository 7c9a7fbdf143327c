// `node apps/inspector/scripts/screenshots.mjs`, after a build, takes the screenshots of docs/inspector.md with the
// installed Chromium.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const sample = readFileSync(new URL('../public/sample.parquet', import.meta.url));

const server = await preview({ root, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } });
const [base] = server.resolvedUrls.local;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Opens a view of the sample, or the start page if `hash` is undefined, runs `prepare`, and saves a picture of the window. */
async function picture(name, hash, { colorScheme = 'light', width = 1280, height = 860, prepare } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(hash === undefined ? base : `${base}#url=/sample.parquet&${hash}`);
  if (hash !== undefined) await page.locator('.map-canvas').waitFor();
  await prepare?.(page);
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${pictures}inspector-${name}.png` });
  await page.close();
}

const findSavings = async (page) => {
  await page.getByRole('button', { name: 'Find savings' }).click();
  await page.getByText(/wastes the most/).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Find savings' }).waitFor({ timeout: 60_000 });
};
const write = async (page) => {
  await findSavings(page);
  await page.getByRole('button', { name: 'Choose these encodings' }).click();
  await page.getByRole('button', { name: /Write the file with/ }).click();
  await page.getByRole('link', { name: /Download/ }).waitFor();
};
const tryEncodings = async (page) => {
  await page.getByRole('button', { name: 'Try every encoding' }).click();
  await page.locator('.costs .bar.speed').first().waitFor({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Try every encoding' }).waitFor({ timeout: 90_000 });
  await scrollTo(page, 'Other encodings');
};
const openPage = async (page) => {
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  const byte = page.locator('.b').nth(8);
  await byte.scrollIntoViewIfNeeded();
  await scrollTo(page, 'Bytes');
  await byte.hover();
};
const openTruncated = async (page) => {
  const file = { name: 'truncated.parquet', mimeType: '', buffer: sample.subarray(0, 500_000) };
  await page.getByLabel('Parquet file').setInputFiles(file);
  await page.getByText(/values are whole/).waitFor();
};

/** Scrolls until a heading is just below the bar at the top. */
async function scrollTo(page, heading) {
  await page.getByRole('heading', { name: heading, exact: true }).evaluate((element) => element.scrollIntoView());
  await page.mouse.wheel(0, -80);
  await page.waitForTimeout(200);
}

await picture('open', '');
await picture('savings', '', { prepare: findSavings });
await picture('written', '', { prepare: write });
await picture('encodings', 'view=column&column=delay', { prepare: tryEncodings });
await picture('page', 'view=column&column=delay', { prepare: openPage });
await picture('broken', undefined, { prepare: openTruncated });
await picture('dark', 'view=query', {
  colorScheme: 'dark',
  prepare: async (page) => {
    await page.getByLabel('Where').fill('delay > 600');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: '15 rows' }).waitFor();
  },
});
await picture('narrow', '', { width: 420, height: 860, prepare: findSavings });
await browser.close();
await server.close();
