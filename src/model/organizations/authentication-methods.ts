// The ways to log in that this server offers, and which of them an organization has turned on.

import { isRecord } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { SignInProvider, Voucher } from '../sign-in/configuration.ts';
import { directoryFor, doorsFor, noSignIn, type OrganizationHosts, type SignIn } from '../sign-in/doors.ts';
import type { Organization } from './organization.ts';
import type { OrganizationSettings } from './settings.ts';

/** Whether the server itself offers a method. */
export interface OfferedMethods {
  readonly Email: boolean;
  /** Logging in without a password, in demo mode only. */
  readonly Dev: boolean;
  readonly 'OpenID Connect': boolean;
  readonly GitHub: boolean;
  /** Passwords that a directory knows. */
  readonly LDAP: boolean;
  readonly SAML: boolean;
}

/** What each kind of provider counts as. */
const methodOfKind = {
  openid: 'OpenID Connect',
  github: 'GitHub',
  ldap: 'LDAP',
  saml: 'SAML',
} as const satisfies Readonly<Record<Voucher['kind'], keyof OfferedMethods>>;

/** In the order in which settings show them. */
const methodNames = [
  'Dev',
  'Email',
  'GitHub',
  'LDAP',
  'OpenID Connect',
  'SAML',
] as const satisfies readonly (keyof OfferedMethods)[];

export interface WireMethod {
  readonly enabled: boolean;
  readonly available: boolean;
  readonly unavailable_reason?: string;
}

type Chosen = OrganizationSettings['authentication_methods'];

/** Whether people may log in in a way: the server offers it, and the organization has not switched it off. */
export function isMethodOn(chosen: Chosen, offered: OfferedMethods, name: keyof OfferedMethods): boolean {
  return offered[name] && (chosen[name] ?? name !== 'Email');
}

/** Whether people log in with a password at all: one that is kept here, or one that a directory knows. */
export function takesPasswords(chosen: Chosen, offered: OfferedMethods): boolean {
  return isMethodOn(chosen, offered, 'Email') || isMethodOn(chosen, offered, 'LDAP');
}

/** Whether people may sign in with a provider that the server is configured for. */
export function isProviderOn(chosen: Chosen, { kind }: Pick<Voucher, 'kind'>): boolean {
  return chosen[methodOfKind[kind]] ?? true;
}

/** The methods as settings pages read them. */
export function wireMethods(chosen: Chosen, offered: OfferedMethods): Record<string, WireMethod> {
  const names = methodNames.filter((name) => offered[name]);
  return Object.fromEntries(
    names.map((name) => [name, { enabled: isMethodOn(chosen, offered, name), available: true }]),
  );
}

/** The booleans of GET /server_settings, which name every method that clients know. */
export function legacyMethods(chosen: Chosen, offered: OfferedMethods): Record<string, boolean> {
  const email = isMethodOn(chosen, offered, 'Email');
  return {
    password: takesPasswords(chosen, offered),
    dev: isMethodOn(chosen, offered, 'Dev'),
    email,
    ldap: isMethodOn(chosen, offered, 'LDAP'),
    remoteuser: false,
    github: isMethodOn(chosen, offered, 'GitHub'),
    azuread: false,
    gitlab: false,
    google: false,
    apple: false,
    saml: isMethodOn(chosen, offered, 'SAML'),
    discord: false,
    'openid connect': isMethodOn(chosen, offered, 'OpenID Connect'),
  };
}

/** What a server with these providers offers an organization; without them, what it offers by itself. */
export function offeredMethods(
  organization: OrganizationHosts & { readonly isDemo: boolean },
  signIn: SignIn = noSignIn,
): OfferedMethods {
  const kinds = doorsFor(signIn, organization).map(({ provider }) => provider.kind);
  return {
    Email: true,
    Dev: organization.isDemo,
    'OpenID Connect': kinds.includes('openid'),
    GitHub: kinds.includes('github'),
    LDAP: directoryFor(signIn, organization) !== undefined,
    SAML: kinds.includes('saml'),
  };
}

/** The providers that people of an organization may sign in with. */
export function providersOn(
  signIn: SignIn,
  organization: Pick<Organization, 'host' | 'publicHost' | 'settings'>,
): SignInProvider[] {
  const { authentication_methods: methods } = organization.settings;
  const providers = doorsFor(signIn, organization).map(({ provider }) => provider);
  return providers.filter((provider) => isProviderOn(methods, provider));
}

/** The choice after some methods were turned on or off; those that the server does not offer stay out of it. */
export function mergedMethods(present: Chosen, sent: unknown, offered: OfferedMethods): Chosen {
  const methods: Record<string, boolean> = { ...present };
  for (const name of methodNames) {
    const wanted = isRecord(sent) ? sent[name] : undefined;
    if (offered[name] && typeof wanted === 'boolean') methods[name] = wanted;
  }
  if (!methodNames.some((name) => isMethodOn(methods, offered, name))) {
    throw badRequest('At least one authentication method must be enabled.');
  }
  return methods;
}
