// The login methods that this server offers, and which of them an organization has enabled.

import { isRecord } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import {
  directoryFor,
  noSignIn,
  type OrganizationHosts,
  providersFor,
  type SignIn,
} from '../sign-in/provider-clients.ts';
import type { IdentitySource, SignInProvider } from '../sign-in/sign-in-configuration.ts';
import type { Organization } from './organization.ts';
import type { OrganizationSettings } from './organization-settings.ts';

/** Whether the server offers each method. */
export interface AvailableMethods {
  readonly Email: boolean;
  /** Login without a password; in demo mode only. */
  readonly Dev: boolean;
  readonly 'OpenID Connect': boolean;
  readonly GitHub: boolean;
  /** Passwords that a directory checks. */
  readonly LDAP: boolean;
  readonly SAML: boolean;
}

/** The method that each kind of identity provider belongs to. */
const methodOfKind = {
  openid: 'OpenID Connect',
  github: 'GitHub',
  ldap: 'LDAP',
  saml: 'SAML',
} as const satisfies Readonly<Record<IdentitySource['kind'], keyof AvailableMethods>>;

/** In the order of the settings page. */
const methodNames = [
  'Dev',
  'Email',
  'GitHub',
  'LDAP',
  'OpenID Connect',
  'SAML',
] as const satisfies readonly (keyof AvailableMethods)[];

export interface WireMethod {
  readonly enabled: boolean;
  readonly available: boolean;
  readonly unavailable_reason?: string;
}

type MethodChoice = OrganizationSettings['authentication_methods'];

/** Whether a method can be used: the server offers it, and the organization has not disabled it. */
export function isMethodEnabled(
  choice: MethodChoice,
  offered: AvailableMethods,
  name: keyof AvailableMethods,
): boolean {
  return offered[name] && (choice[name] ?? name !== 'Email');
}

/** Whether people can log in with a password, either one stored here or one that a directory checks. */
export function allowsPasswords(choice: MethodChoice, offered: AvailableMethods): boolean {
  return isMethodEnabled(choice, offered, 'Email') || isMethodEnabled(choice, offered, 'LDAP');
}

/** Whether an organization allows a provider that the server is configured for. */
export function isProviderEnabled(choice: MethodChoice, { kind }: Pick<IdentitySource, 'kind'>): boolean {
  return choice[methodOfKind[kind]] ?? true;
}

/** The methods as settings pages read them. */
export function wireMethods(choice: MethodChoice, offered: AvailableMethods): Record<string, WireMethod> {
  const names = methodNames.filter((name) => offered[name]);
  return Object.fromEntries(
    names.map((name) => [name, { enabled: isMethodEnabled(choice, offered, name), available: true }]),
  );
}

/** The booleans of `GET /server_settings`, which names all methods that clients know. */
export function legacyMethods(choice: MethodChoice, offered: AvailableMethods): Record<string, boolean> {
  const email = isMethodEnabled(choice, offered, 'Email');
  return {
    password: allowsPasswords(choice, offered),
    dev: isMethodEnabled(choice, offered, 'Dev'),
    email,
    ldap: isMethodEnabled(choice, offered, 'LDAP'),
    remoteuser: false,
    github: isMethodEnabled(choice, offered, 'GitHub'),
    azuread: false,
    gitlab: false,
    google: false,
    apple: false,
    saml: isMethodEnabled(choice, offered, 'SAML'),
    discord: false,
    'openid connect': isMethodEnabled(choice, offered, 'OpenID Connect'),
  };
}

/** The methods that a server with these providers offers an organization; without providers, the built-in ones. */
export function availableMethods(
  organization: OrganizationHosts & { readonly isDemo: boolean },
  signIn: SignIn = noSignIn,
): AvailableMethods {
  const kinds = providersFor(signIn, organization).map(({ provider }) => provider.kind);
  return {
    Email: true,
    Dev: organization.isDemo,
    'OpenID Connect': kinds.includes('openid'),
    GitHub: kinds.includes('github'),
    LDAP: directoryFor(signIn, organization) !== undefined,
    SAML: kinds.includes('saml'),
  };
}

/** The providers with which people of an organization may sign in. */
export function enabledProviders(
  signIn: SignIn,
  organization: Pick<Organization, 'host' | 'publicHost' | 'settings'>,
): SignInProvider[] {
  const { authentication_methods: methods } = organization.settings;
  const providers = providersFor(signIn, organization).map(({ provider }) => provider);
  return providers.filter((provider) => isProviderEnabled(methods, provider));
}

/**
 * The organization's choice after some methods were switched on or off. Methods that the server does not offer
 * are ignored.
 * @throws if no method would remain
 */
export function mergedMethods(
  current: MethodChoice,
  changes: unknown,
  offered: AvailableMethods,
): MethodChoice {
  const methods: Record<string, boolean> = { ...current };
  for (const name of methodNames) {
    const isEnabled = isRecord(changes) ? changes[name] : undefined;
    if (offered[name] && typeof isEnabled === 'boolean') methods[name] = isEnabled;
  }
  if (!methodNames.some((name) => isMethodEnabled(methods, offered, name))) {
    throw badRequest('At least one authentication method must be enabled.');
  }
  return methods;
}
