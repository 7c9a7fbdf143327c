import axe from 'axe-core';
import { expect, test } from 'vitest';
import { brokenFiles } from './broken-files.js';
import { inBrowser } from './in-browser.js';

const views = [
  '',
  'url=/sample.parquet',
  'url=/sample.parquet&view=column&column=delay',
  'url=/sample.parquet&view=page&column=delay&group=0&page=4',
  'url=/sample.parquet&view=schema',
  'url=/sample.parquet&view=metadata',
  'url=/sample.parquet&view=query',
  'url=/truncated.parquet',
  'url=/encrypted.parquet',
];
const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 420 },
] as const;

inBrowser('accessibility', brokenFiles, (current) => {
  test.each(views.flatMap((view) => looks.map((look) => ({ view, ...look }))))(
    'axe finds no serious fault in the view "$view", $colorScheme, $width pixels wide',
    async ({ view, colorScheme, width }) => {
      const { page } = current;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      await current.open(view);
      // Wait until the view is complete: the start page then has one heading, every other view at least two.
      const content = page.getByRole('heading').nth(view === '' ? 0 : 1);
      await content.waitFor();
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
