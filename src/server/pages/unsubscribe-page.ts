// The page behind the unsubscribe link in mail about messages. Opening it changes nothing, because mail programs open
// links automatically. Its button unsubscribes, and so does the one-click POST that mail programs send (RFC 8058).

import {
  openUnsubscription,
  UNSUBSCRIBE_PATH,
  type Unsubscription,
  unsubscribe,
} from '../../actions/missed-mail/unsubscribe.ts';
import type { Services } from '../../api/services.ts';
import { formatList } from '../../model/mail-texts/dates.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { notePage, type Page, sendPage } from './page.ts';
import { button, form, paragraph } from './page-elements.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';

interface Link {
  readonly token: string;
}

/** What a link unsubscribes from, with the texts in the language of its account. */
async function openLink(services: Services, request: HttpRequest<Link>) {
  const unsubscription = openUnsubscription(services.keyring, request.params.token);
  const hub = unsubscription && (await services.hubs.upToDate(unsubscription.organizationId));
  const texts = pageTexts(request, hub, unsubscription?.accountId);
  return { unsubscription, organizationName: hub?.state.organization.name, texts };
}

function unsubscribeNote({ t }: PageTexts, note: string): Page {
  return notePage(t('page.unsubscribe.title'), note);
}

function confirmationPage(
  { t, language }: PageTexts,
  { reasons }: Unsubscription,
  organization: string,
): Page {
  const names = reasons.map((reason) => t(`page.unsubscribe.about.${reason}`));
  const question = t('page.unsubscribe.question', { organization, reasons: formatList(language, names) });
  const body = [paragraph(question), form([button(t('page.unsubscribe.button'))])];
  return { title: t('page.unsubscribe.title'), body };
}

/** Adds the page and its form. */
export function addUnsubscribePage(routes: Routes, services: Services): void {
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  routes.get<Link>(path, async (request, reply) => {
    const { unsubscription, organizationName, texts } = await openLink(services, request);
    if (!unsubscription || organizationName === undefined)
      return sendPage(reply, 404, texts, unsubscribeNote(texts, texts.t('page.unsubscribe.invalid')));
    return sendPage(reply, 200, texts, confirmationPage(texts, unsubscription, organizationName));
  });
  routes.post<Link>(path, async (request, reply) => {
    const { unsubscription, texts } = await openLink(services, request);
    if (!unsubscription)
      return sendPage(reply, 404, texts, unsubscribeNote(texts, texts.t('page.unsubscribe.invalid')));
    await services.database.write(unsubscription.organizationId, (writer) =>
      unsubscribe(writer, unsubscription),
    );
    return sendPage(reply, 200, texts, unsubscribeNote(texts, texts.t('page.unsubscribe.done')));
  });
}
