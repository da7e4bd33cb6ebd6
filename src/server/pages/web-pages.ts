// Serves the browser client: its shell at `/`, its files below `/web/` under names whose content never changes, and
// the files that browsers expect at fixed paths. Also defines the client's content security policy.

import type { Services } from '../../api/services.ts';
import { allowsAnonymousViewers } from '../../queries/organizations/anonymous-access.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { CACHE_FOREVER, sendMissing } from '../files/public-files.ts';
import { acceptedEncoding, type FileEncoding, fileEncodings } from '../http/accepted-encoding.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { mediaPolicy } from '../http/security-headers.ts';
import { isCachedByClient } from '../http/send-file.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { logInPathFor } from './login-pages.ts';
import { notePage, sendPage } from './page.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';
import { WebBuild, type WebFile } from './web-build.ts';

/**
 * Allows scripts, styles and requests of its own server only, and connections to the LiveKit server. Text becomes HTML only
 * through the policy for messages, which the server has rendered, and a script address only through the policy for the
 * service worker. Elements may have inline styles, because formulas do. External pictures in messages are loaded from here
 * too, through `/external_content`.
 * @param livekit the address of the LiveKit server
 */
function contentSecurityPolicy(livekit: string | undefined): string {
  const connections = livekit === undefined ? "'self'" : `'self' ${new URL(livekit).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${connections}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types message-html service-worker',
  ].join('; ');
}

/** May be cached, but must be revalidated each time. */
const REVALIDATED = 'no-cache';

type NoteKey = 'page.home.notBuilt' | 'page.home.empty' | 'page.deactivated';

/** Sends a page of one sentence in place of the client. */
function sendNote(reply: HttpReply, status: number, texts: PageTexts, key: NoteKey): HttpReply {
  return sendPage(reply, status, texts, notePage('Parley', texts.t(key)));
}

function sendWebFile(
  request: HttpRequest,
  reply: HttpReply,
  { bytes, contentType, encoding, tag }: WebFile,
  cacheControl: string,
): HttpReply {
  const etag = `"${tag}"`;
  reply
    .header('cache-control', cacheControl)
    .header('vary', 'accept-encoding')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff');
  if (isCachedByClient(request, etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(contentType).send(bytes);
}

export interface WebOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly sessions: Sessions;
  /** The directory of the built client; undefined if it is not served. */
  readonly webDirectory: string | undefined;
}

function acceptedBy(request: HttpRequest): FileEncoding | undefined {
  return acceptedEncoding(request.headers['accept-encoding'], fileEncodings);
}

/** Whether an address requests anonymous viewing. */
function isAnonymousPath(url: string): boolean {
  return new URL(url, 'http://localhost').searchParams.has('visit');
}

class Home {
  readonly #options: WebOptions;
  readonly #build: WebBuild;

  constructor(options: WebOptions, build: WebBuild) {
    this.#options = options;
    this.#build = build;
  }

  /**
   * Sends the client to logged-in browsers, and to anonymous viewers if that is enabled. Redirects others to
   * the login page.
   */
  async show(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const { directory, sessions } = this.#options;
    const shell = await this.#build.page('/', acceptedBy(request));
    if (!shell) return sendNote(reply, 404, pageTexts(request), 'page.home.notBuilt');
    if (directory.isEmpty) await directory.refresh();
    if (directory.isEmpty) return sendNote(reply, 404, pageTexts(request), 'page.home.empty');
    const hub = await directory.hubForHost(request.headers.host);
    if (hub.state.organization.isDeactivated)
      return sendNote(reply, 403, pageTexts(request, hub), 'page.deactivated');
    const browserSession = await sessions.browserSession(hub, request);
    const isAnonymous = isAnonymousPath(request.url) && allowsAnonymousViewers(hub.state);
    if (!browserSession && !isAnonymous) {
      return reply
        .header('cache-control', 'no-store')
        .redirect(logInPathFor(isAnonymousPath(request.url) ? '/' : request.url));
    }
    if (browserSession) {
      await sessions.renew(hub, browserSession, request, reply);
      sessions.setAccountCookie(browserSession, request, reply);
    }
    reply
      .header('content-security-policy', contentSecurityPolicy(this.#options.services.calls.livekit?.url))
      .header('permissions-policy', mediaPolicy(true))
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin');
    return sendWebFile(request, reply, shell, REVALIDATED);
  }
}

/** Sends the page at `/` if no browser client is served. */
function sendAddress({ services }: WebOptions, request: HttpRequest, reply: HttpReply): HttpReply {
  const address = services.publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`;
  const texts = pageTexts(request);
  return sendPage(reply, 404, texts, notePage('Parley', texts.t('page.home.noClient', { address })));
}

/**
 * Where a browser sends what another app shares with the installed client while no service worker is active. It is not
 * read, since only the service worker can store it: the client says so.
 */
function addShareTarget(routes: Routes): void {
  routes.post('/share', (_request, reply) => reply.redirect('/#share-failed', 303), {
    readsBody: true,
    isForOtherSites: true,
  });
}

/** The address in the message about a call. Following it joins nothing: the client shows the conversation first. */
function addCallLinks(routes: Routes): void {
  routes.get<{ id: string }>('/calls/:id', (request, reply) =>
    /^\d{1,15}$/.test(request.params.id)
      ? reply.redirect(`/#calls/${request.params.id}`)
      : sendMissing(reply),
  );
}

/** Adds the client's routes. */
export function addWebPages(routes: Routes, options: WebOptions): void {
  const { webDirectory } = options;
  if (webDirectory === undefined) {
    routes.get('/', (request, reply) => sendAddress(options, request, reply));
    return;
  }
  const build = new WebBuild(webDirectory);
  const home = new Home(options, build);
  routes.get('/', (request, reply) => home.show(request, reply));
  addShareTarget(routes);
  addCallLinks(routes);
  for (const path of ['/service-worker.js', '/manifest.webmanifest', '/favicon.ico']) {
    routes.get(path, async (request, reply) => {
      const file = await build.page(path, acceptedBy(request));
      return file ? sendWebFile(request, reply, file, REVALIDATED) : sendMissing(reply);
    });
  }
  routes.get<{ name: string }>('/web/:name', async (request, reply) => {
    const file = await build.asset(request.params.name, acceptedBy(request));
    return file ? sendWebFile(request, reply, file, CACHE_FOREVER) : sendMissing(reply);
  });
}
