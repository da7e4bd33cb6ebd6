// The buttons of identity providers on the pages for logging in and joining.

import type { SignInProvider } from '../../model/sign-in/sign-in-configuration.ts';
import { iconPath, type SignInPurpose, signInPath } from '../../model/sign-in/wire-provider.ts';
import { type Html, html } from '../http/html-template.ts';
import type { PageTexts } from './page-texts.ts';

/** A link for each provider, with `query` appended. */
export function providerLinks(
  { t }: PageTexts,
  providers: readonly SignInProvider[],
  purpose: SignInPurpose,
  query: Readonly<Record<string, string>>,
): Html[] {
  const queryText = new URLSearchParams(query).toString();
  return providers.map((provider) => {
    const icon = iconPath(provider);
    const picture = icon !== undefined && html`<img alt="" src="${icon}">`;
    const label = t(purpose === 'login' ? 'page.login.provider' : 'page.join.provider', {
      provider: provider.name,
    });
    const address = `${signInPath(provider, purpose)}${queryText && `?${queryText}`}`;
    return html`<a class="choice" href="${address}">${picture}${label}</a>`;
  });
}
