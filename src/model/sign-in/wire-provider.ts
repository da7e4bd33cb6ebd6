// A provider as clients and pages are told of it.

import type { SignInProvider } from './configuration.ts';
import { doorPath } from './doors.ts';

/** What people come to a provider for. */
export type SignInPurpose = 'login' | 'register' | 'prove';

/** Where a way to a provider begins. */
export function signInPath(provider: SignInProvider, purpose: SignInPurpose): string {
  return `/accounts/${purpose}/social/${doorPath(provider)}`;
}

/** Where its picture is; undefined where it has none. */
export function iconPath({ id, icon }: SignInProvider): string | undefined {
  return icon && `/accounts/sign-in/icon/${id}`;
}

/** An entry of `external_authentication_methods`. */
export function wireProvider(provider: SignInProvider) {
  const { name } = provider;
  return {
    name: doorPath(provider).replace('/', ':'),
    display_name: name,
    display_icon: iconPath(provider) ?? null,
    login_url: signInPath(provider, 'login'),
    signup_url: signInPath(provider, 'register'),
  };
}
