// Collects the problems of pages: exceptions, logged errors, and requests to another server or to an undocumented path.

import type { BrowserContext } from '@playwright/test';
import { isDocumented } from './documented.ts';

/**
 * What the browser itself logs when a server cannot be reached: for a file, for the script of a service worker, and for a
 * LiveKit server, whose library then asks for the reason at an address that pages may not use.
 */
const NETWORK_ERROR =
  /^(Failed to load resource|An unknown error occurred when fetching the script|WebSocket connection to '[^']*\/rtc\/|(Connecting to|Fetch API cannot load) \S*\/rtc\/v1\/validate)/;

/** Collects the problems of all pages of a context. */
export function watchPages(context: BrowserContext, url: string, problems: string[]): void {
  context.on('weberror', (error) => problems.push(String(error.error().stack)));
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !NETWORK_ERROR.test(text)) problems.push(text);
  });
  context.on('request', (request) => {
    const address = request.url();
    if (!/^https?:/.test(address)) return;
    if (!address.startsWith(`${url}/`)) problems.push(`asked for ${address}`);
    else if (!isDocumented(request.method(), new URL(address).pathname))
      problems.push(`requested ${request.method()} ${address}, which is not documented`);
  });
}
