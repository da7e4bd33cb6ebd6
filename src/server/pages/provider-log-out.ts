// Logging out at the provider that a session began with (OpenID Connect RP-Initiated Logout 1.0): the browser goes there, and
// comes back to the log-in page of its organization.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../api/services.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { seal, unseal } from '../../model/sealed.ts';
import { doorPath, doorsFor } from '../../model/sign-in/doors.ts';
import { SignInFailed } from '../../model/sign-in/identity.ts';
import { providerOfSession } from '../../stores/sessions/provider-session-store.ts';
import { queryText } from './destination.ts';
import { sendPage } from './page-html.ts';
import { serverRoot, withoutTraces } from './sign-in-door.ts';

/** Where the log-in page is. */
const LOG_IN_PATH = '/login/';

/** The address at which a session's person logs out at their provider; undefined where they need not, or cannot. */
export async function providerLogOutUrl(
  services: Services,
  hub: OrganizationHub,
  request: FastifyRequest,
  sessionId: number,
): Promise<string | undefined> {
  const { keyring, signIn, log } = services;
  const begun = await providerOfSession(hub.reader, keyring, sessionId);
  if (!begun) return undefined;
  const door = doorsFor(signIn, hub.state.organization).find(
    ({ provider }) =>
      provider.kind === 'openid' && provider.issuer === begun.issuer && provider.logsOut === true,
  );
  if (door?.answers !== 'with a code') return undefined;
  const redirectUri = `${serverRoot(services, request)}/complete/${doorPath(door.provider)}/logged-out/`;
  const state = seal(keyring, 'log-out', String(hub.id));
  try {
    return await door.logOutUrl?.({ idToken: begun.idToken, redirectUri, state });
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    log.warn(
      { event: 'provider_log_out_failed', reason: error.reason },
      'nobody was logged out at the provider',
    );
    return undefined;
  }
}

/** Sends a browser on by a page, since a form's own answer may not lead to another site. */
export function leadToProvider(reply: FastifyReply, url: string): FastifyReply {
  const address = escapeHtml(url);
  const body = `<h1>You are logged out</h1><p><a href="${address}">Log out at your provider, too</a></p>`;
  return sendPage(withoutTraces(reply).header('refresh', `0;url=${url}`), 200, { title: 'Logged out', body });
}

/** Takes a browser back that has logged out at a provider: to the organization that it came from. */
export async function backFromLogOut(
  { keyring, hubs, publicUrl }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = Number(unseal(keyring, 'log-out', queryText(request, 'state') ?? '') ?? Number.NaN);
  if (!Number.isSafeInteger(id)) return withoutTraces(reply).redirect(LOG_IN_PATH);
  const { host } = (await hubs.upToDate(id)).state.organization;
  return withoutTraces(reply).redirect(
    `${requestedUrl(publicUrl, host, request.headers.host)}${LOG_IN_PATH}`,
  );
}
