// The buttons that lead to providers, on the page where people log in and on those where they join.

import { escapeHtml } from '../../model/html-text.ts';
import type { SignInProvider } from '../../model/sign-in/configuration.ts';
import { iconPath, type SignInPurpose, signInPath } from '../../model/sign-in/wire-provider.ts';

/** A link for each provider; `query` goes along. */
export function providerLinks(
  providers: readonly SignInProvider[],
  purpose: SignInPurpose,
  query: Readonly<Record<string, string>>,
): string {
  const asked = new URLSearchParams(query).toString();
  const links = providers.map((provider) => {
    const icon = iconPath(provider);
    const picture = icon === undefined ? '' : `<img alt="" src="${icon}">`;
    const words = `${purpose === 'login' ? 'Continue' : 'Join'} with ${escapeHtml(provider.name)}`;
    const address = escapeHtml(`${signInPath(provider, purpose)}${asked && `?${asked}`}`);
    return `<a class="choice" href="${address}">${picture}${words}</a>`;
  });
  return links.join('');
}
