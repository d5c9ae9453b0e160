// A guest's phone, and what its pages are held to.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

// open opens a browser: the one that HORA_CHROMIUM names, or the one that is installed.
export async function open() {
  return chromium.launch({
    executablePath: process.env.HORA_CHROMIUM || (await sparticuz.executablePath()),
    chromiumSandbox: false,
  });
}
