// The ways to log in that this server offers, and which of them an organization has turned on.

import { isRecord } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import type { OrganizationSettings } from './settings.ts';

/** Whether the server itself offers a method. */
export interface OfferedMethods {
  readonly Email: boolean;
  /** Logging in without a password, in demo mode only. */
  readonly Dev: boolean;
}

export interface WireMethod {
  readonly enabled: boolean;
  readonly available: boolean;
  readonly unavailable_reason?: string;
}

type Chosen = OrganizationSettings['authentication_methods'];

/** Whether people may log in in a way: the server offers it, and the organization has not switched it off. */
export function isMethodOn(chosen: Chosen, offered: OfferedMethods, name: keyof OfferedMethods): boolean {
  return offered[name] && (chosen[name] ?? name === 'Dev');
}

/** The methods as settings pages read them. */
export function wireMethods(chosen: Chosen, offered: OfferedMethods): Record<string, WireMethod> {
  const names: readonly (keyof OfferedMethods)[] = offered.Dev ? ['Dev', 'Email'] : ['Email'];
  return Object.fromEntries(
    names.map((name) => [name, { enabled: isMethodOn(chosen, offered, name), available: true }]),
  );
}

/** The booleans of GET /server_settings, which name every method that clients know. */
export function legacyMethods(chosen: Chosen, offered: OfferedMethods): Record<string, boolean> {
  const email = isMethodOn(chosen, offered, 'Email');
  return {
    password: email,
    dev: isMethodOn(chosen, offered, 'Dev'),
    email,
    ldap: false,
    remoteuser: false,
    github: false,
    azuread: false,
    gitlab: false,
    google: false,
    apple: false,
    saml: false,
    discord: false,
    'openid connect': false,
  };
}

/** What this server offers an organization. */
export function offeredMethods(organization: { readonly isDemo: boolean }): OfferedMethods {
  return { Email: true, Dev: organization.isDemo };
}

/** The choice after some methods were turned on or off; those that the server does not offer stay out of it. */
export function mergedMethods(present: Chosen, sent: unknown, offered: OfferedMethods): Chosen {
  const methods: Record<string, boolean> = { ...present };
  for (const name of ['Email', 'Dev'] as const) {
    const wanted = isRecord(sent) ? sent[name] : undefined;
    if (offered[name] && typeof wanted === 'boolean') methods[name] = wanted;
  }
  if (!isMethodOn(methods, offered, 'Email') && !isMethodOn(methods, offered, 'Dev')) {
    throw badRequest('At least one authentication method must be enabled.');
  }
  return methods;
}
