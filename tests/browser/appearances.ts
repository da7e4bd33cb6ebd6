// Checks a page in all its appearances: light and dark, desktop and phone, left-to-right and right-to-left.

import type { Page } from '@playwright/test';
import { violations } from './violations.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const appearances = [
  { colorScheme: 'light', viewport: wide, direction: 'ltr' },
  { colorScheme: 'dark', viewport: phone, direction: 'ltr' },
  { colorScheme: 'light', viewport: phone, direction: 'rtl' },
  { colorScheme: 'dark', viewport: wide, direction: 'rtl' },
] as const;

/** Text fields without `dir=auto`, where text in the other direction would be aligned to the wrong side. */
const fieldsOfFixedDirection = `[...document.querySelectorAll('textarea, input:is(:not([type]), [type=text], [type=search])')]
  .filter((field) => !field.hasAttribute('dir') && getComputedStyle(field).unicodeBidi !== 'plaintext')
  .map((field) => field.outerHTML.slice(0, 120))`;

/** By how much the settings, or else the page, exceed the available width. */
const overflow = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.settings') ?? document.body)`;
/** The page adapts to a new window size only after the change. */
const fits = `document.documentElement.scrollWidth <= innerWidth && ${overflow} <= 0`;

/**
 * The violations found by axe, in the page or within a selector, and elements wider than the window or the settings,
 * which would scroll horizontally.
 */
export async function problems(page: Page, screen: string, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, viewport, direction } of appearances) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    for (let frames = 0; frames < 300 && !(await page.evaluate(fits)); frames++)
      await page.evaluate('new Promise(requestAnimationFrame)');
    const appearance = `${screen}, ${colorScheme}, ${viewport.width}, ${direction}`;
    const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (widest > viewport.width) found.push(`${appearance}: ${widest} pixels wide`);
    const settings = await page.evaluate<number>(overflow);
    if (settings > 0) found.push(`${appearance}: the settings are ${settings} pixels too wide`);
    const fixed = await page.evaluate<string[]>(fieldsOfFixedDirection);
    found.push(...fixed.map((field) => `${appearance}: has no automatic text direction: ${field}`));
    found.push(...(await violations(page, within)).map((problem) => `${appearance}: ${problem}`));
  }
  await page.setViewportSize(wide);
  await page.evaluate(`document.documentElement.dir = 'ltr'`);
  return found;
}
