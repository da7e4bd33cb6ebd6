// The validated configuration of sign-in, which the server's operator wrote into one file: identity providers,
// directories and SCIM clients.

import type { Role } from '../accounts/roles.ts';

/** An icon shown next to a provider's name. */
export interface ProviderIcon {
  readonly bytes: Buffer;
  readonly type: string;
}

/** The fields that all systems which confirm identities have in common. */
export interface IdentitySource {
  readonly kind: 'openid' | 'github' | 'saml' | 'ldap';
  /** Used in URLs or in stored rows; unique in the file. */
  readonly id: string;
  /** Shown on its button and in messages to users. */
  readonly name: string;
  /** Hosts of the organizations that it is for; empty for all. */
  readonly organizations: readonly string[];
  /** Domains, in lower case, whose email addresses it may confirm; empty for all. */
  readonly domains: readonly string[];
  /** Whether people without an account may create one with it, if their organization allows them to join. */
  readonly signUp: boolean;
}

/** How attributes map to roles, groups and profile fields. */
export interface AttributeMapping {
  /** The roles for values of an attribute, and the role of people with none of the values. */
  readonly roles:
    | {
        readonly attribute: string;
        readonly values: readonly (readonly [value: string, role: Role])[];
        readonly otherwise: Role | undefined;
      }
    | undefined;
  /** The names of groups for values of an attribute. */
  readonly groups:
    | { readonly attribute: string; readonly values: readonly (readonly [value: string, group: string])[] }
    | undefined;
  /** Names of profile fields with the attributes that fill them. */
  readonly profileFields: readonly (readonly [field: string, attribute: string])[];
}

/** The fields of all providers, regardless of their protocol. */
interface ProviderBasics extends IdentitySource {
  readonly icon: ProviderIcon | undefined;
}

/** The credentials with which this server identifies itself. */
interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An OpenID Connect provider. */
export interface OpenIdProvider extends ProviderBasics, ClientCredentials, AttributeMapping {
  readonly kind: 'openid';
  /** The provider's exact issuer identifier. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** The attribute with the name. */
  readonly nameAttribute: string;
  /** Whether email addresses count only if the provider marks them as verified, or always. */
  readonly addresses: 'verified' | 'trusted';
  /** Whether logging out here also logs out at the provider. */
  readonly logsOut?: boolean;
}

/** GitHub, which supports only OAuth; or a GitHub Enterprise server. */
export interface GitHubProvider extends ProviderBasics, ClientCredentials {
  readonly kind: 'github';
  /** Without a trailing slash. It identifies the provider in stored rows. */
  readonly issuer: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
}

/** A SAML 2.0 provider, whose answers are signed and posted by the browser. */
export interface SamlProvider extends ProviderBasics, AttributeMapping {
  readonly kind: 'saml';
  /** Its exact entity ID. */
  readonly issuer: string;
  /** The URL to which browsers take a request. */
  readonly signInUrl: string;
  /** The certificates that it signs with (PEM); each is accepted. */
  readonly certificates: readonly string[];
  /** The entity ID of this server at the provider; undefined for the URL of the server's metadata. */
  readonly entityId: string | undefined;
  /** The attribute that stays the same if a person's name changes; undefined for the persistent NameID. */
  readonly subjectAttribute: string | undefined;
  readonly addressAttribute: string;
  /** The attributes that are joined to a name, in this order. */
  readonly nameAttributes: readonly string[];
}

export type SignInProvider = OpenIdProvider | GitHubProvider | SamlProvider;

/**
 * The provider's issuer in stored rows. The prefix is needed because a provider with two protocols may use one
 * name for both.
 */
export function storedIssuer(provider: SignInProvider): string {
  return provider.kind === 'saml' ? `saml:${provider.issuer}` : provider.issuer;
}

/** A directory of people, queried by LDAP. Its names and passwords work on the login page and in apps. */
export interface Directory extends IdentitySource, AttributeMapping {
  readonly kind: 'ldap';
  /** `ldap://` or `ldaps://`, a host, and optionally a port. */
  readonly url: string;
  /** Whether an unencrypted connection is upgraded with StartTLS before anything is sent. */
  readonly startTls: boolean;
  /** CA certificates (PEM) for the directory; undefined for the public ones. */
  readonly authorities: string | undefined;
  /** The account used for searches; undefined for anonymous. */
  readonly bindAs: { readonly dn: string; readonly password: string } | undefined;
  readonly base: string;
  /** Contains `{name}` where the entered name is inserted. */
  readonly filter: string;
  /** The attribute that stays the same if a person's name changes. */
  readonly subjectAttribute: string;
  readonly addressAttribute: string;
  readonly nameAttribute: string;
  readonly pictureAttribute: string | undefined;
  /** Finds a person's groups. Their names become the attribute `groups`. */
  readonly groupSearch:
    | { readonly base: string; readonly filter: string; readonly attribute: string }
    | undefined;
  /** Undefined if accounts are not synced with it. */
  readonly sync?: DirectorySync | undefined;
}

/** How accounts are synced with the directory. */
export interface DirectorySync {
  readonly everySeconds: number;
  /** An LDAP filter for the people who may have an account. */
  readonly filter: string;
  /**
   * If more accounts than this number, or this percentage of the directory's accounts, would be deactivated at
   * once, none is.
   */
  readonly maxDeactivated: number;
  readonly maxDeactivatedPercent: number;
  /** Whether an account that the sync deactivated is reactivated when the person reappears. */
  readonly reactivates: boolean;
}

/** An identity provider's SCIM client, which manages people and groups here. */
export interface ScimClient {
  readonly id: string;
  /** SHA-256 of its token. */
  readonly tokenHash: Buffer;
  /** Hosts of the organizations that it is for; empty for all. */
  readonly organizations: readonly string[];
  /** How values of users' roles map to roles. */
  readonly roles: AttributeMapping['roles'];
}

export interface SignInConfiguration {
  readonly providers: readonly SignInProvider[];
  /** At most one per organization. */
  readonly directories: readonly Directory[];
  /** Empty if omitted. */
  readonly scim?: readonly ScimClient[];
}
