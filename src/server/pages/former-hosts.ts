// Redirects browsers that open a page at a former host of an organization to its current one. API calls are
// still answered at the former host: apps hold a key and store the organization's address themselves.

import { organizationUrl } from '../../model/organizations/organization-url.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';

/** Adds the redirect. */
export function redirectFormerHosts(
  routes: Routes,
  directory: OrganizationDirectory,
  publicUrl: string | undefined,
): void {
  routes.onRequest(async (request, reply) => {
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return;
    if (request.url.startsWith('/api/') || request.url.startsWith('/json/')) return;
    const host = await directory.currentHostFor(request.headers.host);
    const url = host === undefined ? undefined : organizationUrl(publicUrl, host);
    if (url !== undefined) reply.header('cache-control', 'no-store').redirect(`${url}${request.url}`, 307);
  });
}
