// An identity provider in its wire form, and its URLs.

import { providerPath } from './provider-clients.ts';
import type { SignInProvider } from './sign-in-configuration.ts';

/** Why people visit a provider. */
export type SignInPurpose = 'login' | 'register' | 'prove';

/** Where signing in with a provider starts. */
export function signInPath(provider: SignInProvider, purpose: SignInPurpose): string {
  return `/accounts/${purpose}/social/${providerPath(provider)}`;
}

/** The path of its icon; undefined if it has none. */
export function iconPath({ id, icon }: SignInProvider): string | undefined {
  return icon && `/accounts/sign-in/icon/${id}`;
}

/** An entry of `external_authentication_methods`. */
export function wireProvider(provider: SignInProvider) {
  const { name } = provider;
  return {
    name: providerPath(provider).replace('/', ':'),
    display_name: name,
    display_icon: iconPath(provider) ?? null,
    login_url: signInPath(provider, 'login'),
    signup_url: signInPath(provider, 'register'),
  };
}
