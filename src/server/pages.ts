// What is served outside the API: health, metrics, and the page that founds the first organization.

import type { FastifyInstance } from 'fastify';
import { ApiError } from '../contract/error.ts';
import { parleyVersion } from '../contract/version.ts';
import type { ExternalMedia } from '../delivery/external-media/external-media.ts';
import type { Services } from '../operations/services.ts';
import { addAvatarFiles } from './avatar-files.ts';
import { addCallPages } from './call-pages.ts';
import { Callers } from './callers.ts';
import { addEmailChangePage } from './email-change-page.ts';
import { addExportFiles } from './export-files.ts';
import { addExternalContent } from './external-content.ts';
import { addFoundingPage, type FoundingLink } from './founding-page.ts';
import { addJoiningPages } from './joining-pages.ts';
import { isLocal } from './local-request.ts';
import { addLogInPages } from './log-in-pages.ts';
import type { Metrics } from './metrics.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { addOrganizationFiles } from './organization-files.ts';
import { addOrganizationRedirects } from './organization-redirects.ts';
import { addPasswordResetPages } from './password-reset-pages.ts';
import { addReferencePages } from './reference-pages.ts';
import { addResumableUploads } from './resumable-uploads.ts';
import type { Sessions } from './sessions.ts';
import { addUnsubscribePage } from './unsubscribe-page.ts';
import { addUploadFiles } from './upload-files.ts';
import { addWebPages } from './web-pages.ts';

export interface PageOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly sessions: Sessions;
  readonly metrics: Metrics;
  readonly externalMedia: ExternalMedia;
  readonly foundingLink: FoundingLink;
  /** Where the browser client was built; undefined where it is not served. */
  readonly webDirectory: string | undefined;
  isReady(): boolean;
}

/** Adds the paths outside the API. */
export function addPages(fastify: FastifyInstance, options: PageOptions): void {
  const { services, directory, sessions } = options;
  addOrganizationFiles(fastify, services.fileStore);
  addOrganizationRedirects(fastify, directory);
  const callers = new Callers(services, directory, sessions);
  addUploadFiles(fastify, services, callers);
  addExportFiles(fastify, services);
  addExternalContent(fastify, services.keyring, options.externalMedia);
  addResumableUploads(fastify, services, callers);
  addAvatarFiles(fastify, services, callers);
  addLogInPages(fastify, services, directory, sessions);
  addEmailChangePage(fastify, services, directory, sessions);
  addUnsubscribePage(fastify, services);
  addPasswordResetPages(fastify, services, directory, sessions);
  addJoiningPages(fastify, services, directory, sessions);
  addCallPages(fastify, services, directory);
  addReferencePages(fastify, services);
  fastify.get('/health', async (_request, reply) => {
    const { database } = services;
    const isHealthy = options.isReady() && (await database.isAlive());
    return reply
      .code(isHealthy ? 200 : 503)
      .header('parley-version', parleyVersion())
      .send({
        status: isHealthy ? 'ok' : 'unavailable',
        ...(database.clockDifference !== undefined && { clock_ahead_seconds: database.clockDifference }),
      });
  });
  fastify.get('/metrics', async (request, reply) => {
    if (!isLocal(request))
      throw new ApiError(404, 'NOT_FOUND', 'Not found: metrics are for this machine alone.');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics.text());
  });
  addWebPages(fastify, options);
  addFoundingPage(fastify, options);
}
