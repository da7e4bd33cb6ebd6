// Completes a sign-in: begins a session in the browser, or hands credentials to the app that started it.

import { newLoginToken } from '../../actions/sign-in/app-login.ts';
import type { Services } from '../../api/services.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { unsealApiKey } from '../../model/accounts/credentials.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import type { Identity } from '../../model/sign-in/identity.ts';
import { encryptTokenForApp, hideApiKeyForApp } from '../../model/sign-in/one-time-pad.ts';
import type { SignInDestination } from '../../model/sign-in/sign-in-visit.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { sendPage } from './page.ts';
import { pageTexts } from './page-texts.ts';
import { APP_SCHEME, appTokenPage } from './sign-in-html.ts';

/** Who signed in, where, and for what. */
export interface SignedIn {
  readonly hub: OrganizationHub;
  readonly accountId: number;
  readonly destination: Omit<SignInDestination, 'linkKey'>;
  /** The identity from the provider; undefined if they logged in another way. */
  readonly identity?: Identity | undefined;
  /** The name they typed, if any. */
  readonly name?: string;
}

export class SignInCompletion {
  readonly #services: Services;
  readonly #sessions: Sessions;

  constructor(services: Services, sessions: Sessions) {
    this.#services = services;
    this.#sessions = sessions;
  }

  async complete(signedIn: SignedIn, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const { hub, accountId, destination } = signedIn;
    reply.header('cache-control', 'no-store');
    if (destination.mobileOtp !== '') return this.#toPhone(signedIn, request, reply);
    if (destination.desktopOtp !== '') return this.#toDesktop(signedIn, request, reply);
    const { identity, name } = signedIn;
    const provider = identity?.session && {
      issuer: identity.issuer,
      subject: identity.subject,
      ...identity.session,
    };
    // A provider does not ask people who are logged in there. Only the time when it last asked is a proof.
    const provenAt = identity && (identity.authenticatedAt ?? 0);
    await this.#sessions.begin({ hub, request, reply }, accountId, { provider, provenAt, name });
    return reply.redirect(destination.next);
  }

  /** Hands the account's key to an app on a phone. The browser gets no session. */
  async #toPhone(
    { hub, accountId, destination }: SignedIn,
    request: HttpRequest,
    reply: HttpReply,
  ): Promise<HttpReply> {
    const { keyring, publicUrl } = this.#services;
    const row = await accountRowById(hub.reader, accountId);
    if (!row) throw new Error('account not found after sign-in');
    const key = unsealApiKey(keyring, row.api_key_sealed ?? '');
    const query = new URLSearchParams({
      otp_encrypted_api_key: hideApiKeyForApp(key, destination.mobileOtp),
      email: row.email,
      user_id: String(row.id),
      realm: requestedUrl(publicUrl, hub.state.organization.host, request.headers.host),
    });
    return reply.redirect(`${APP_SCHEME}://login?${query}`);
  }

  /** Shows a token for a desktop app. The browser gets no session. */
  async #toDesktop(
    { hub, accountId, destination }: SignedIn,
    request: HttpRequest,
    reply: HttpReply,
  ): Promise<HttpReply> {
    const { database, keyring } = this.#services;
    const row = await accountRowById(hub.reader, accountId);
    if (!row) throw new Error('account not found after sign-in');
    const token = await database.write(hub.id, (writer) => newLoginToken(writer, keyring, row));
    const texts = pageTexts(request, hub, accountId);
    const hidden = encryptTokenForApp(token, destination.desktopOtp);
    return sendPage(reply, 200, texts, appTokenPage(texts, hidden));
  }
}
