// What browsers show at an address of the server that has no page. Programs get the error 404 of the API.

import { ApiError } from '../../api-contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { sendPage } from './page.ts';
import { link, paragraph } from './page-elements.ts';
import { pageTexts } from './page-texts.ts';

/** Whether a browser asks for a page to show; other programs, and scripts of a page, do not name HTML. */
function isForReader({ method, headers }: HttpRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

interface Reader {
  /** Undefined if there is no organization at the address. */
  readonly hub?: OrganizationHub;
  readonly accountId?: number | undefined;
}

/** The organization and account of a browser, as far as they are known; the page is the same without them. */
async function readerOf(
  request: HttpRequest,
  directory: OrganizationDirectory,
  sessions: Sessions,
): Promise<Reader> {
  try {
    const hub = await directory.hubForHost(request.headers.host);
    if (hub.state.organization.isDeactivated) return {};
    return { hub, accountId: (await sessions.browserSession(hub, request))?.account.id };
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}

/** Answers requests for addresses without a route. */
export function addMissingPage(routes: Routes, directory: OrganizationDirectory, sessions: Sessions): void {
  routes.onUnknown(async (request, reply) => {
    if (!isForReader(request)) throw new ApiError(404, 'NOT_FOUND', 'Not found.');
    const { hub, accountId } = await readerOf(request, directory, sessions);
    const texts = pageTexts(request, hub, accountId);
    const organization = hub?.state.organization.name ?? 'Parley';
    return sendPage(reply, 404, texts, {
      title: texts.t('page.missing.title'),
      body: [
        paragraph(texts.t('page.missing.text')),
        paragraph(link('/', texts.t('page.missing.home', { organization }))),
      ],
    });
  });
}
