// What is served outside the API: health, metrics, and the page that founds the first organization.

import type { FastifyInstance } from 'fastify';
import type { Services } from '../operations/services.ts';
import { addAvatarFiles } from './avatar-files.ts';
import { addCallPages } from './call-pages.ts';
import { Callers } from './callers.ts';
import { addEmailChangePage } from './email-change-page.ts';
import { addExportFiles } from './export-files.ts';
import { addFoundingPage, type FoundingLink } from './founding-page.ts';
import { addJoiningPages } from './joining-pages.ts';
import type { Metrics } from './metrics.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { addOrganizationFiles } from './organization-files.ts';
import { addOrganizationRedirects } from './organization-redirects.ts';
import { addPasswordResetPages } from './password-reset-pages.ts';
import { addReferencePages } from './reference-pages.ts';
import { addResumableUploads } from './resumable-uploads.ts';
import { addUnsubscribePage } from './unsubscribe-page.ts';
import { addUploadFiles } from './upload-files.ts';

export interface PageOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly metrics: Metrics;
  readonly foundingLink: FoundingLink;
  isReady(): boolean;
}

/** Adds the paths outside the API. */
export function addPages(fastify: FastifyInstance, options: PageOptions): void {
  addOrganizationFiles(fastify, options.services.fileStore);
  addOrganizationRedirects(fastify, options.directory);
  const callers = new Callers(options.services, options.directory);
  addUploadFiles(fastify, options.services, callers);
  addExportFiles(fastify, options.services);
  addResumableUploads(fastify, options.services, callers);
  addAvatarFiles(fastify, options.services, callers);
  addEmailChangePage(fastify, options.services, options.directory);
  addUnsubscribePage(fastify, options.services);
  addPasswordResetPages(fastify, options.services, options.directory);
  addJoiningPages(fastify, options.services, options.directory);
  addCallPages(fastify, options.services, options.directory);
  addReferencePages(fastify, options.services);
  fastify.get('/health', async (_request, reply) => {
    const isHealthy = options.isReady() && (await options.services.database.isAlive());
    return reply.code(isHealthy ? 200 : 503).send({ status: isHealthy ? 'ok' : 'unavailable' });
  });
  fastify.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics.text()),
  );
  addFoundingPage(fastify, options.services, options.directory, options.foundingLink);
}
