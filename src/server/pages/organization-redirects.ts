// GET /realm/icon and /realm/logo: redirects to the organization's current icon and logo.

import { iconUrl, logoUrl } from '../../model/organizations/picture-urls.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';

/** Adds the redirects. An organization's pictures are public. */
export function addOrganizationRedirects(routes: Routes, directory: OrganizationDirectory): void {
  for (const prefix of ['/api/v1', '/json']) {
    routes.get(`${prefix}/realm/icon`, async (request, reply) => {
      const { state } = await directory.hubForHost(request.headers.host);
      return reply.redirect(iconUrl(state.organization));
    });
    routes.get(`${prefix}/realm/logo`, async (request, reply) => {
      const { state } = await directory.hubForHost(request.headers.host);
      return reply.redirect(logoUrl(state.organization, request.query.night === 'true' ? 'dark' : 'light'));
    });
  }
}
