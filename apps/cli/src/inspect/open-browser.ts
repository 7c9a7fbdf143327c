/** Opens a URL in the user's browser. */
import { spawn } from 'node:child_process';

/**
 * The program that opens URLs, and its arguments before the URL. None of the programs is a shell, so no character of
 * the URL has a special meaning.
 */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Milliseconds after which a program that is still running counts as successful: it may be the browser itself. */
const patience = 2000;

/** Resolves to false if no browser could be started. */
export function openBrowser(
  url: string,
  opener: readonly [string, ...string[]] = openers[process.platform] ?? ['xdg-open'],
): Promise<boolean> {
  const [program, ...args] = opener;
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore', shell: false });
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), patience);
    const settle = (opened: boolean) => (): void => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.once('error', settle(false));
    child.once('exit', (code) => settle(code === 0)());
    child.unref();
  });
}
