/** Chromium for tests of what runs in browsers. Where there is none these tests are skipped, and say so. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The program, where one is installed. */
export const chromiumPath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

/** Milliseconds that a busy machine may take to start a browser. */
export const BROWSER_START = 120_000;

/** Starts the browser. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'], timeout: BROWSER_START });
}
