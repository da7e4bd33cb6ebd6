// The page behind the link that confirms a new email address. Opening it changes nothing, because mail programs open
// links automatically; its button does. A browser that is logged in as the account stays logged in. Others are not
// logged in: people could send their own link to others, who would then post under the wrong name.

import { CONFIRMATION_PATH } from '../../actions/accounts/confirm-email.ts';
import { confirmEmailChange } from '../../actions/accounts/email-change.ts';
import type { Services } from '../../api/services.ts';
import { ApiError } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { findPendingEmail } from '../../stores/accounts/email-change-store.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { notePage, sendPage } from './page.ts';
import { button, form, logInLink, paragraph } from './page-elements.ts';
import { errorText } from './page-error-texts.ts';
import { pageTexts } from './page-texts.ts';

interface Key {
  readonly key: string;
}

/** Adds the page and the form behind its button. */
export function addEmailChangePage(
  routes: Routes,
  services: Services,
  directory: OrganizationDirectory,
  sessions: Sessions,
): void {
  const hubOf = (request: HttpRequest): Promise<OrganizationHub> =>
    directory.hubForHost(request.headers.host);
  routes.get<Key>(`${CONFIRMATION_PATH}/:key`, async (request, reply) => {
    const hub = await hubOf(request);
    const pending = await findPendingEmail(hub.reader, request.params.key, nowSeconds());
    const texts = pageTexts(request, hub, pending?.accountId);
    const { t } = texts;
    const title = t('page.emailChange.title');
    if (!pending) return sendPage(reply, 404, texts, notePage(title, t('page.linkInvalid')));
    const question = paragraph(t('page.emailChange.question', { email: pending.newEmail }));
    const body = [question, form([button(t('page.emailChange.confirm'))])];
    return sendPage(reply, 200, texts, { title, body });
  });
  routes.post<Key>(`${CONFIRMATION_PATH}/:key`, async (request, reply): Promise<HttpReply> => {
    const hub = await hubOf(request);
    const browserSession = await sessions.browserSession(hub, request);
    let accountId: number;
    try {
      accountId = await services.database.write(hub.id, (writer) =>
        confirmEmailChange(writer, request.params.key, browserSession?.account.id),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const texts = pageTexts(request, hub, browserSession?.account.id);
      const title = texts.t('page.emailChange.title');
      return sendPage(reply, error.status, texts, notePage(title, errorText(texts, error)));
    }
    if (browserSession?.account.id !== accountId) {
      const texts = pageTexts(request, hub, accountId);
      const body = [paragraph(texts.t('page.emailChange.done')), logInLink(texts)];
      return sendPage(reply, 200, texts, { title: texts.t('page.emailChange.title'), body });
    }
    const { provedAt } = browserSession.session;
    await sessions.begin({ hub, request, reply }, accountId, { loginMethod: 'mail', provenAt: provedAt });
    return reply.redirect('/');
  });
}
