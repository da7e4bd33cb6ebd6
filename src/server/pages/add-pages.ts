// The routes outside the API: health, metrics, files, and all pages.

import type { Services } from '../../api/services.ts';
import { ApiError } from '../../api-contract/error.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import { parleyVersion } from '../../api-contract/version.ts';
import type { ExternalMedia } from '../../integrations/external-media/external-media.ts';
import { Callers } from '../authentication/callers.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { addAvatarFiles } from '../files/avatar-files.ts';
import { addExportFiles } from '../files/export-files.ts';
import { addExternalContent } from '../files/external-content.ts';
import { addOrganizationFiles } from '../files/organization-files.ts';
import { addResumableUploads } from '../files/resumable-uploads.ts';
import { addUploadFiles } from '../files/upload-files.ts';
import type { Health } from '../health.ts';
import { JSON_TYPE } from '../http/http-reply.ts';
import type { Routes } from '../http/http-routes.ts';
import { isLocal } from '../http/local-request.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { METRICS_TYPE } from '../metrics/metrics-port.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { addReferencePages } from '../reference/reference-pages.ts';
import { addScim } from '../scim/scim-api.ts';
import { addCallPages } from './call-pages.ts';
import { addEmailChangePage } from './email-change-page.ts';
import { redirectFormerHosts } from './former-hosts.ts';
import { addFoundingPage, type FoundingLink } from './founding-page.ts';
import { addJoiningPages } from './joining-pages.ts';
import { addLoginPages } from './login-pages.ts';
import { addMissingPage } from './missing-page.ts';
import { addOrganizationRedirects } from './organization-redirects.ts';
import { addPasswordResetPages } from './password-reset-pages.ts';
import { addSignInPages } from './sign-in-pages.ts';
import { addUnsubscribePage } from './unsubscribe-page.ts';
import { addWebPages } from './web-pages.ts';

export interface PageOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly sessions: Sessions;
  readonly logins: Limiter;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly externalMedia: ExternalMedia;
  readonly foundingLink: FoundingLink;
  /** The directory of the built browser client; undefined if it is not served. */
  readonly webDirectory: string | undefined;
}

/** Adds the routes outside the API. */
export function addPages(routes: Routes, options: PageOptions): void {
  const { services, directory, sessions } = options;
  redirectFormerHosts(routes, directory, services.publicUrl);
  addOrganizationFiles(routes, services.fileStore);
  addOrganizationRedirects(routes, directory);
  const callers = new Callers(services, directory, sessions);
  addUploadFiles(routes, services, callers);
  addExportFiles(routes, services);
  addExternalContent(routes, services.keyring, options.externalMedia);
  addResumableUploads(routes, services, callers);
  addAvatarFiles(routes, services, callers);
  addLoginPages(routes, options);
  addEmailChangePage(routes, services, directory, sessions);
  addUnsubscribePage(routes, services);
  addPasswordResetPages(routes, services, directory, sessions);
  addJoiningPages(routes, services, directory, sessions);
  addSignInPages(routes, services, directory, sessions);
  addCallPages(routes, services, directory, sessions);
  addReferencePages(routes, services);
  addScim(routes, services, directory);
  routes.get('/health', async (_request, reply) => {
    const health = await options.health.report();
    return reply
      .code(health.status === 'unavailable' ? 503 : 200)
      .header('parley-version', parleyVersion())
      .type(JSON_TYPE)
      .send(JSON.stringify(health));
  });
  // Asks nobody: while this answers, a restart of the server repairs nothing.
  routes.get('/health/live', async (_request, reply) =>
    reply
      .header('parley-version', parleyVersion())
      .type(JSON_TYPE)
      .send(JSON.stringify({ status: 'live' })),
  );
  routes.get('/metrics', async (request, reply) => {
    if (!isLocal(request))
      throw new ApiError(404, 'NOT_FOUND', 'Not found. Metrics are only available on the server itself.');
    return reply.type(METRICS_TYPE).send(await options.metrics.text());
  });
  addWebPages(routes, options);
  addFoundingPage(routes, options);
  addMissingPage(routes, directory, sessions);
}
