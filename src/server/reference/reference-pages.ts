// The API reference at /api/, and the table that the typed client needs at run time. Pages are made from the
// declarations on request. Their code is loaded then, because most servers are never asked for them.

import { allOperations, operationsByFolder } from '../../api/all-operations.ts';
import type { Services } from '../../api/services.ts';
import { clientTable } from '../../api-contract/client-table.ts';
import { sendBytes } from '../http/compression.ts';
import { type HttpReply, JSON_TYPE } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import type { ExampleCaller } from './operation-page.ts';

const CACHE_SECONDS = 300;

/** The host is validated because it comes from the request and becomes part of shell commands. */
function callerFor(services: Services, request: HttpRequest): ExampleCaller {
  const host = /^[\w.:[\]-]+$/.exec(request.headers.host ?? '')?.[0] ?? 'localhost';
  return {
    origin: services.publicUrl ?? `http://${host}`,
    email: services.isDemo ? 'mel@example.com' : 'you@example.com',
  };
}

async function sendPage(reply: HttpReply, status: number, page: string): Promise<HttpReply> {
  const { CONTENT_SECURITY_POLICY } = await import('./html.ts');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    .send(page);
}

/** Adds the pages and `/api/client-table.json`. */
export function addReferencePages(routes: Routes, services: Services): void {
  routes.get('/api', (_request, reply) => reply.redirect('/api/'));
  routes.get('/api/', async (request, reply) => {
    const { indexPage } = await import('./overview-pages.ts');
    return sendPage(reply, 200, indexPage(operationsByFolder, callerFor(services, request), services.isDemo));
  });
  routes.get('/api/events', async (_request, reply) => {
    const { eventsPage } = await import('./overview-pages.ts');
    return sendPage(reply, 200, eventsPage());
  });
  routes.get('/api/errors', async (_request, reply) => {
    const { errorsPage } = await import('./overview-pages.ts');
    return sendPage(reply, 200, errorsPage());
  });
  routes.get<{ name: string }>('/api/operations/:name', async (request, reply) => {
    const operation = allOperations.find(({ name }) => name === request.params.name);
    if (operation) {
      const { operationPage } = await import('./operation-page.ts');
      return sendPage(reply, 200, operationPage(operation, callerFor(services, request)));
    }
    const { missingPage } = await import('./overview-pages.ts');
    return sendPage(reply, 404, missingPage());
  });
  routes.get('/api/client-table.json', (_request, reply) =>
    sendBytes(
      reply.type(JSON_TYPE).header('cache-control', `public, max-age=${CACHE_SECONDS}`),
      JSON.stringify(clientTable(allOperations)),
    ),
  );
}
