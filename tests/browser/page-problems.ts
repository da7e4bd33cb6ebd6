// Collects the problems of pages: exceptions, logged errors, and requests to another server or to an undocumented path.

import type { BrowserContext } from '@playwright/test';
import { isDocumented } from './documented.ts';

/** Collects the problems of all pages of a context. */
export function watchPages(context: BrowserContext, url: string, problems: string[]): void {
  context.on('weberror', (error) => problems.push(String(error.error().stack)));
  context.on('console', (message) => {
    const isNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isNetwork) problems.push(message.text());
  });
  context.on('request', (request) => {
    const address = request.url();
    if (!/^https?:/.test(address)) return;
    if (!address.startsWith(`${url}/`)) problems.push(`asked for ${address}`);
    else if (!isDocumented(request.method(), new URL(address).pathname))
      problems.push(`requested ${request.method()} ${address}, which is not documented`);
  });
}
