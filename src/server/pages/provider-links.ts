// The buttons of identity providers on the pages for logging in and joining.

import { escapeHtml } from '../../model/html-text.ts';
import type { SignInProvider } from '../../model/sign-in/sign-in-configuration.ts';
import { iconPath, type SignInPurpose, signInPath } from '../../model/sign-in/wire-provider.ts';

/** A link for each provider, with `query` appended. */
export function providerLinks(
  providers: readonly SignInProvider[],
  purpose: SignInPurpose,
  query: Readonly<Record<string, string>>,
): string {
  const queryText = new URLSearchParams(query).toString();
  const links = providers.map((provider) => {
    const icon = iconPath(provider);
    const picture = icon === undefined ? '' : `<img alt="" src="${icon}">`;
    const label = `${purpose === 'login' ? 'Continue' : 'Join'} with ${escapeHtml(provider.name)}`;
    const address = escapeHtml(`${signInPath(provider, purpose)}${queryText && `?${queryText}`}`);
    return `<a class="choice" href="${address}">${picture}${label}</a>`;
  });
  return links.join('');
}
