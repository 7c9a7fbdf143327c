/** Runs tests of the built inspector in a real browser, if one is installed. */
import { chromium as chromiumPath, chromiumTitle } from '@marquetry/test-support/chromium.js';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { type Served, serve } from './serve.js';

/** The page and the server of the running test. */
export interface InBrowser {
  readonly page: Page;
  readonly server: Served;
  /** Opens the inspector with a fragment, such as `url=/sample.parquet&view=schema`. */
  open(hash?: string): Promise<void>;
  /** Waits for the list of columns. */
  columns(): Promise<void>;
}

/**
 * Defines tests that each get a new browser page. A test fails if the page has printed an error to the console.
 * @param files the files to serve in addition to the inspector, by path.
 */
export function inBrowser(
  title: string,
  files: ReadonlyMap<string, Uint8Array>,
  tests: (current: InBrowser) => void,
): void {
  describe.skipIf(chromiumPath === undefined)(`${title}, in ${chromiumTitle}`, () => {
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
      server.ranges.length = 0;
      page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      page.setDefaultTimeout(30_000);
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
    });
    afterEach(async () => {
      await page.close();
      expect(problems).toEqual([]);
    });
    tests({
      get page() {
        return page;
      },
      get server() {
        return server;
      },
      open: async (hash = '') => {
        await page.goto(`${server.url}#${hash}`);
      },
      columns: () => page.getByRole('heading', { name: 'Columns, largest first' }).waitFor(),
    });
  });
}
