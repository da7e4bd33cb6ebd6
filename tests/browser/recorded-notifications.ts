// Records the notifications that a page shows.

import type { Page } from '@playwright/test';

/** Records the notifications that the page shows, as if another window had the focus. */
export function recordNotifications(): void {
  // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
  const page = globalThis as any;
  page.shown = [];
  class RecordedNotification {
    static readonly permission = 'granted';
    onclick = undefined;
    constructor(title: string, { body }: { readonly body?: string } = {}) {
      page.shown.push(`${title}: ${body}`);
    }
    close(): void {}
    addEventListener(): void {}
  }
  page.Notification = RecordedNotification;
  page.document.hasFocus = () => false;
}

/** The notifications shown so far, each as its title and text. */
export const shownNotifications = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>('globalThis.shown');
