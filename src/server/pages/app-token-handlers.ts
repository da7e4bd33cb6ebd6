// Lets a desktop app begin a session with a token shown in the browser. Opening the address changes nothing:
// a link to it may be in a message, and must not log its reader in as the person who wrote it.

import { accountOfLoginToken, redeemLoginToken } from '../../actions/sign-in/app-login.ts';
import type { Services } from '../../api/services.ts';
import { badRequest } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { isCrossSite } from '../http/cross-site.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { sendPage } from './page.ts';
import { pageTexts } from './page-texts.ts';
import { confirmTokenPage } from './sign-in-html.ts';

/** Accepts login tokens. */
export class AppTokenHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#services = services;
    this.#directory = directory;
    this.#sessions = sessions;
  }

  /**
   * The organization. Rejects links from other sites, which must not log a browser in to an account of their choice.
   */
  #hub(request: HttpRequest): Promise<OrganizationHub> {
    if (isCrossSite(request, this.#services.publicUrl))
      throw badRequest('Open this link in the app, not from another page.').onPages({
        code: 'APP_LINK_FOREIGN',
      });
    return this.#directory.hubForHost(request.headers.host);
  }

  /** Asks whether to log in as the token's account. */
  async ask(request: HttpRequest, reply: HttpReply, token: string): Promise<HttpReply> {
    const hub = await this.#hub(request);
    const { id, fullName, email } = await accountOfLoginToken(
      hub.reader,
      this.#services.keyring,
      token,
      nowSeconds(),
    );
    const texts = pageTexts(request, hub, id);
    return sendPage(reply, 200, texts, confirmTokenPage(texts, { fullName, email }));
  }

  /** Begins the session. */
  async enter(request: HttpRequest, reply: HttpReply, token: string): Promise<HttpReply> {
    const { database, keyring } = this.#services;
    const hub = await this.#hub(request);
    const accountId = await database.write(hub.id, (writer) => redeemLoginToken(writer, keyring, token));
    // The token does not record whether an identity provider asked for proof before it was made.
    await this.#sessions.begin({ hub, request, reply }, accountId, {
      loginMethod: 'desktop_app',
      provenAt: 0,
    });
    return reply.header('cache-control', 'no-store').redirect('/');
  }
}
