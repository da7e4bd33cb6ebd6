// The page behind the unsubscribe link in mail about messages. Opening it changes nothing, because mail programs open
// links automatically. Its button unsubscribes, and so does the one-click POST that mail programs send (RFC 8058).

import {
  openUnsubscription,
  UNSUBSCRIBE_PATH,
  type Unsubscription,
  unsubscribe,
} from '../../actions/missed-mail/unsubscribe.ts';
import type { Services } from '../../api/services.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { mailTexts } from '../../model/mail-texts/mail-catalogue.ts';
import type { MailTexts } from '../../model/mail-texts/mail-texts.ts';
import type { Routes } from '../http/http-routes.ts';
import { notePage, type Page, sendPage } from './page-html.ts';

interface Link {
  readonly token: string;
}

/** The account that a link belongs to, and the texts in its language. */
async function openLink(services: Services, token: string) {
  const unsubscription = openUnsubscription(services.keyring, token);
  const { state } = unsubscription ? await services.hubs.upToDate(unsubscription.organizationId) : {};
  const account = unsubscription && state?.account(unsubscription.accountId);
  return {
    unsubscription,
    state,
    texts: mailTexts(account?.settings.default_language ?? 'en'),
  };
}

function notePageIn({ language, unsubscribe: { title } }: MailTexts, text: string): Page {
  return { ...notePage(title, text), language };
}

function confirmationPage(
  { language, unsubscribe: texts }: MailTexts,
  { reasons }: Unsubscription,
  organizationName: string,
): Page {
  const body = `<p>${escapeHtml(texts.question(reasons, organizationName))}</p><form method="post"><button>${escapeHtml(texts.button)}</button></form>`;
  return { title: texts.title, body, language };
}

/** Adds the page and its form. */
export function addUnsubscribePage(routes: Routes, services: Services): void {
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  routes.get<Link>(path, async (request, reply) => {
    const { unsubscription, state, texts } = await openLink(services, request.params.token);
    if (!unsubscription || !state) return sendPage(reply, 404, notePageIn(texts, texts.unsubscribe.invalid));
    return sendPage(reply, 200, confirmationPage(texts, unsubscription, state.organization.name));
  });
  routes.post<Link>(path, async (request, reply) => {
    const { unsubscription, texts } = await openLink(services, request.params.token);
    if (!unsubscription) return sendPage(reply, 404, notePageIn(texts, texts.unsubscribe.invalid));
    await services.database.write(unsubscription.organizationId, (writer) =>
      unsubscribe(writer, unsubscription),
    );
    return sendPage(reply, 200, notePageIn(texts, texts.unsubscribe.done));
  });
}
