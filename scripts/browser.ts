// Finds a Chromium for the browser tests; run by itself it also tries to install one where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The headless shell first: the journeys take half the processor time in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Path of the system's Chromium; undefined leaves the choice to Playwright's own. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of names) {
    const found = spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim();
    if (found) return found;
  }
  return undefined;
}

/** Starts the browser without a window. `options` are added to its command line. */
export const openBrowser = (...options: string[]) =>
  chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu', ...options] });

function isThere(): boolean {
  return Boolean(findBrowser()) || existsSync(chromium.executablePath());
}

const isOnPath = (name: string) => spawnSync('which', [name]).status === 0;

/**
 * Debian's package where there is one, also of the headless shell beside another Chromium; Playwright's download
 * elsewhere. Throws with what to do by hand.
 */
function installBrowser(): void {
  if (process.env.CHROMIUM_PATH || isOnPath('chromium-headless-shell')) return;
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const install = (name: string) => spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'inherit' });
    if (install('chromium-headless-shell').status !== 0 && !isThere()) install('chromium');
  }
  if (!isThere()) spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 180_000 });
  if (!isThere())
    throw new Error('No Chromium found: install the package "chromium", or set CHROMIUM_PATH to a browser.');
}

if (import.meta.main) installBrowser();
