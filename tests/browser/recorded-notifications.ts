// Records the notifications that a page shows.

import type { Page } from '@playwright/test';

/** Records the notifications that the page shows, as another window had the focus. */
export function recordNotifications(): void {
  export const shownNotifications = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>('globalThis.shown');
