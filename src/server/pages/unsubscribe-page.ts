// The page behind the unsubscribe link of mail about messages. Opening it changes nothing, since mail programs open
// links on their own; its button does, and so does the POST that mail programs send for one click (RFC 8058).

import type { FastifyInstance } from 'fastify';
import {
  openUnsubscription,
  UNSUBSCRIBE_PATH,
  type Unsubscription,
  unsubscribe,
} from '../../actions/missed-mail/unsubscribe.ts';
import type { Services } from '../../api/services.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { mailTexts } from '../../model/mail-texts/catalogue.ts';
import type { MailTexts } from '../../model/mail-texts/mail-texts.ts';
import { notePage, type Page, sendPage } from './page-html.ts';

interface Link {
  readonly token: string;
}

/** Whose link it is; the texts are theirs. */
async function opened(services: Services, token: string) {
  const one = openUnsubscription(services.keyring, token);
  const { state } = one ? await services.hubs.upToDate(one.organizationId) : {};
  const account = one && state?.account(one.accountId);
  return { one, state, texts: mailTexts(account?.settings.default_language ?? 'en') };
}

function noted({ locale, unsubscribe: { title } }: MailTexts, text: string): Page {
  return { ...notePage(title, text), language: locale };
}

function question(
  { locale, unsubscribe: texts }: MailTexts,
  { reasons }: Unsubscription,
  organizationName: string,
): Page {
  const body = `<p>${escapeHtml(texts.question(reasons, organizationName))}</p><form method="post"><button>${escapeHtml(texts.button)}</button></form>`;
  return { title: texts.title, body, language: locale };
}

/** Adds the page and what its button does. */
export function addUnsubscribePage(fastify: FastifyInstance, services: Services): void {
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  fastify.get<{ Params: Link }>(path, async (request, reply) => {
    const { one, state, texts } = await opened(services, request.params.token);
    if (!one || !state) return sendPage(reply, 404, noted(texts, texts.unsubscribe.invalid));
    return sendPage(reply, 200, question(texts, one, state.organization.name));
  });
  fastify.post<{ Params: Link }>(path, async (request, reply) => {
    const { one, texts } = await opened(services, request.params.token);
    if (!one) return sendPage(reply, 404, noted(texts, texts.unsubscribe.invalid));
    await services.database.write(one.organizationId, (writer) => unsubscribe(writer, one));
    return sendPage(reply, 200, noted(texts, texts.unsubscribe.done));
  });
}
