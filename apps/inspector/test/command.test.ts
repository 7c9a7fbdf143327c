/** Tests `marquetry inspect FILE` with the built page in a real browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium as chromiumPath, chromiumTitle } from '@marquetry/test-support/chromium.js';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const command = fileURLToPath(new URL('../../cli/bin/marquetry.js', import.meta.url));
const sample = fileURLToPath(new URL('../public/sample.parquet', import.meta.url));

let child: ChildProcess;
let url: URL;

/** Starts the command, and resolves with the first line that it prints. */
async function started(): Promise<string> {
  child = spawn(process.execPath, [command, 'inspect', sample], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for await (const bytes of child.stdout as NodeJS.ReadableStream) {
    printed += String(bytes);
    if (printed.includes('\n')) break;
  }
  return printed.trim();
}

beforeAll(async () => {
  url = new URL(await started());
});
afterAll(() => {
  child.kill('SIGKILL');
});

/** Returns the status of a request. */
function statusOf(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: url.port, path, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the command marquetry inspect FILE', () => {
  test('the command prints an address on 127.0.0.1 with a random token and the name of the file', () => {
    expect([url.protocol, url.hostname]).toEqual(['http:', '127.0.0.1']);
    expect(url.pathname).toMatch(/^\/[\w-]{43}\/$/);
    expect(url.hash).toBe(`#url=${url.pathname}file/sample.parquet`);
  });

  test('a request that lacks the token, or whose Host header names another computer, is refused', async () => {
    const file = `${url.pathname}file/sample.parquet`;
    expect(await statusOf(url.pathname)).toBe(200);
    expect(await statusOf(file, { Range: 'bytes=0-3' })).toBe(206);
    expect(await statusOf('/')).toBe(404);
    expect(await statusOf(`/${'A'.repeat(43)}/`)).toBe(404);
    expect(await statusOf(`/${'A'.repeat(43)}/file/sample.parquet`)).toBe(404);
    expect(await statusOf(url.pathname, { Host: 'example.com' })).toBe(404);
    expect(await statusOf(`${url.pathname}file/..%2f..%2fpackage.json`)).toBe(404);
    expect(await statusOf(`${url.pathname}../../package.json`)).toBe(404);
  });

  const others = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each !== undefined && !each.internal && each.family === 'IPv4');
  test.skipIf(others.length === 0)('the server does not listen on the network addresses of this computer', async () => {
    const socket = connect({ host: others[0]?.address ?? '', port: Number(url.port) });
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  test.skipIf(chromiumPath === undefined)(
    `the page shows the map and the columns of the file, in ${chromiumTitle}`,
    async () => {
      const browser = await chromium.launch({ executablePath: chromiumPath as string, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        const problems: string[] = [];
        const requested = new Set<string>();
        page.on('console', (message) => {
          if (message.type() === 'error') problems.push(message.text());
        });
        page.on('pageerror', (error) => problems.push(error.message));
        page.on('request', (each) => requested.add(new URL(each.url()).origin));
        await page.goto(url.href);
        await page.getByRole('heading', { name: 'Columns, largest first' }).waitFor();
        await page.getByText('sample.parquet').first().waitFor();
        const names = await page.locator('.columns-grid .name').allTextContents();
        expect(names).toEqual(['distance', 'delay', 'origin', 'destination', 'date']);
        const map = page.locator('.map-canvas');
        await map.focus();
        for (let i = 0; i < 3; i++) await map.press('ArrowRight');
        await expect.poll(() => page.locator('.map-status').textContent()).toContain('delay, row group 0');
        await map.press('Enter');
        await page.getByRole('button', { name: 'Page 1', exact: true }).click();
        await page.locator('.hex .b').first().waitFor();
        expect(problems).toEqual([]);
        expect([...requested]).toEqual([url.origin]);
      } finally {
        await browser.close();
      }
    },
  );

  test('Ctrl-C ends the command, and closes the port', async () => {
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    await expect(statusOf(url.pathname)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
