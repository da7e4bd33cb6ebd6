// What a code playground must be like to be accepted.

import { badRequest } from '../../api-contract/error.ts';
import { templateVariables } from '../url-template.ts';

export interface PlaygroundContent {
  readonly name: string;
  /** The name of the language, as Pygments has it. */
  readonly language: string;
  /** RFC 6570 with one variable, `code`. */
  readonly urlTemplate: string;
}

/** Refuses a language that code blocks cannot name, and a template that does not take the code and only that. */
export function checkPlayground(playground: PlaygroundContent): void {
  if (!/^[^\s{}][^\n{}]*$/.test(playground.language))
    throw badRequest('Invalid characters in pygments language');
  const variables = templateVariables(playground.urlTemplate);
  // Clients open it: nothing but the addresses of pages may stand there.
  if (!variables || !/^https?:\/\/[^{]/i.test(playground.urlTemplate))
    throw badRequest('Invalid URL template.');
  if (!variables.includes('code'))
    throw badRequest('Missing the required variable "code" in the URL template');
  if (variables.length > 1)
    throw badRequest('"code" should be the only variable present in the URL template');
}

/** Refuses a second playground of the same language and name. */
export function checkIsNew(playground: PlaygroundContent, others: readonly PlaygroundContent[]): void {
  if (others.some(({ name, language }) => name === playground.name && language === playground.language)) {
    throw badRequest('A playground with this name and language already exists.');
  }
}
