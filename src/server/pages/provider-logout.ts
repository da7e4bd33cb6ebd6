// Logs out at the provider that a session began with (OpenID Connect RP-Initiated Logout 1.0). The browser is
// sent there, and returns to the login page of its organization.

import type { Services } from '../../api/services.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { seal, unseal } from '../../model/sealed.ts';
import { SignInError } from '../../model/sign-in/identity.ts';
import { providerPath, providersFor } from '../../model/sign-in/provider-clients.ts';
import { providerOfSession } from '../../stores/sessions/provider-session-store.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { queryText } from './destination.ts';
import { sendPage } from './page.ts';
import { link, paragraph } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';
import { serverRoot, withoutCachingOrReferrer } from './sign-in-common.ts';

/** The path of the login page. */
const LOG_IN_PATH = '/login/';

/** The address that logs a session out at its provider; undefined if that is not needed or not possible. */
export async function providerLogoutUrl(
  services: Services,
  hub: OrganizationHub,
  request: HttpRequest,
  sessionId: number,
): Promise<string | undefined> {
  const { keyring, signIn, log } = services;
  const providerSession = await providerOfSession(hub.reader, keyring, sessionId);
  if (!providerSession) return undefined;
  const client = providersFor(signIn, hub.state.organization).find(
    ({ provider }) =>
      provider.kind === 'openid' && provider.issuer === providerSession.issuer && provider.logsOut === true,
  );
  if (client?.flow !== 'code') return undefined;
  const redirectUri = `${serverRoot(services, request)}/complete/${providerPath(client.provider)}/logged-out/`;
  const state = seal(keyring, 'log-out', String(hub.id));
  try {
    return await client.logOutUrl?.({ idToken: providerSession.idToken, redirectUri, state });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    log.warn({ event: 'provider_log_out_failed', reason: error.reason }, 'provider logout failed');
    return undefined;
  }
}

/** Redirects the browser by a page, because the answer to a form may not redirect to another site. */
export function redirectToProvider(reply: HttpReply, texts: PageTexts, url: string): HttpReply {
  const { t } = texts;
  return sendPage(withoutCachingOrReferrer(reply).header('refresh', `0;url=${url}`), 200, texts, {
    title: t('page.logout.title'),
    body: paragraph(link(url, t('page.logout.provider'))),
  });
}

/** Handles a browser that returns from logging out at a provider: redirects it to its organization. */
export async function returnFromLogout(
  { keyring, hubs, publicUrl }: Services,
  request: HttpRequest,
  reply: HttpReply,
): Promise<HttpReply> {
  const id = Number(unseal(keyring, 'log-out', queryText(request, 'state') ?? '') ?? Number.NaN);
  if (!Number.isSafeInteger(id)) return withoutCachingOrReferrer(reply).redirect(LOG_IN_PATH);
  const { host } = (await hubs.upToDate(id)).state.organization;
  return withoutCachingOrReferrer(reply).redirect(
    `${requestedUrl(publicUrl, host, request.headers.host)}${LOG_IN_PATH}`,
  );
}
