// Screenshots of pages, for people to look at.

import { join } from 'node:path';
import type { Page } from '@playwright/test';

const folder = process.env.PARLEY_TEST_PICTURES;

/** With `PARLEY_TEST_PICTURES=FOLDER`: saves screenshots of a page in both themes, desktop and phone. */
export async function picture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        animations: 'disabled',
        path: join(folder, `${name}-${size}-${colorScheme}.png`),
      });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}
