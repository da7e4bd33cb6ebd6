// Validates code playgrounds.

import { badRequest } from '../../api-contract/error.ts';
import { templateVariables } from '../url-template.ts';

export interface PlaygroundContent {
  readonly name: string;
  /** The name of the language in Pygments. */
  readonly language: string;
  /** A URL template (RFC 6570) with the single variable `code`. */
  readonly urlTemplate: string;
}

/** Refuses a language that code blocks cannot name, and a template with anything but exactly the variable `code`. */
export function checkPlayground(playground: PlaygroundContent): void {
  if (!/^[^\s{}][^\n{}]*$/.test(playground.language))
    throw badRequest('Invalid characters in pygments language');
  const variables = templateVariables(playground.urlTemplate);
  // Clients open the URL, so only web pages are allowed.
  if (!variables || !/^https?:\/\/[^{]/i.test(playground.urlTemplate))
    throw badRequest('Invalid URL template.');
  if (!variables.includes('code'))
    throw badRequest('Missing the required variable "code" in the URL template');
  if (variables.length > 1)
    throw badRequest('"code" should be the only variable present in the URL template');
}

/** Refuses a second playground with the same language and name. */
export function checkPlaygroundIsNew(
  playground: PlaygroundContent,
  others: readonly PlaygroundContent[],
): void {
  if (others.some(({ name, language }) => name === playground.name && language === playground.language)) {
    throw badRequest('A playground with this name and language already exists.');
  }
}
