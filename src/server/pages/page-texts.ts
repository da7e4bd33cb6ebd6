// The texts of a page outside the client, in the language of its reader.

import type { OrganizationHub } from '../../events/organization-hub.ts';
import {
  type ServerText,
  type ServerTextParts,
  serverTextParts,
  serverTexts,
} from '../../texts/server-texts.ts';
import type { Html } from '../http/html-template.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { pageLanguage } from './page-language.ts';

/** The texts in one language. */
export interface PageTexts {
  /** The code of the language. */
  readonly language: string;
  /** A text whose values are plain. */
  readonly t: ServerText;
  /** The parts of a text whose values are HTML, such as links. */
  readonly withHtml: ServerTextParts<Html>;
}

/** The texts in a language that has a file in `texts/`. */
export function textsIn(language: string): PageTexts {
  return { language, t: serverTexts(language), withHtml: serverTextParts<Html>(language) };
}

/**
 * The texts for the reader of a page.
 *
 * @param hub the organization; undefined if there is none at the address
 * @param accountId the reader's account if the page knows it
 */
export function pageTexts(request: HttpRequest, hub?: OrganizationHub, accountId?: number): PageTexts {
  const account = accountId === undefined ? undefined : hub?.state.account(accountId);
  const hints = {
    account: account?.settings.default_language,
    accepted: request.headers['accept-language'],
    organization: hub?.state.organization.settings.default_language,
  };
  return textsIn(pageLanguage(hints));
}
