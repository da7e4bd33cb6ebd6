// The errors of operations that pages show most often, in the language of the page. The API's errors are in English, and
// clients translate them by themselves; so do the pages, by the English text. Other errors are shown in English.

import type { ApiError } from '../../api-contract/error.ts';
import type { PageTexts } from './page-texts.ts';

const keys = {
  'API usage exceeded rate limit': 'page.error.tooOften',
  'Your username or password is incorrect': 'page.error.wrongPassword',
  'The code is wrong, expired, or was already used': 'page.error.wrongCode',
  'The passkey was not accepted. Try again.': 'page.error.wrongPasskey',
  'This login attempt is no longer valid. Start again.': 'page.error.lostVisit',
  'This login method is not available.': 'page.error.methodUnavailable',
  'Enter a valid email address.': 'page.error.invalidEmail',
  'Email is not set up on this server, so no link can be sent.': 'page.error.noLink',
  'This server cannot send sign-up emails yet. Ask an administrator to set its URL.':
    'page.error.noServerUrl',
  'The passwords do not match.': 'page.error.passwordsDiffer',
  'This link is no longer valid.': 'page.linkInvalid',
} as const;

const keysByMessage: ReadonlyMap<string, (typeof keys)[keyof typeof keys]> = new Map(Object.entries(keys));

/** The text of an error on a page. */
export function errorText({ t }: PageTexts, { message }: ApiError): string {
  const key = keysByMessage.get(message);
  return key === undefined ? message : t(key);
}
