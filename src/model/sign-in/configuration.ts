// How people sign in besides by a password: what whoever runs the server wrote into one file, checked.

import type { Role } from '../accounts/roles.ts';

/** A picture beside a provider's name. */
export interface ProviderIcon {
  readonly bytes: Buffer;
  readonly type: string;
}

/** What everything has that says who somebody is. */
export interface Voucher {
  readonly kind: 'openid' | 'github' | 'saml' | 'ldap';
  /** In addresses, or in what is stored; unique in the file. */
  readonly id: string;
  /** On its button, and in what people are told. */
  readonly name: string;
  /** Hosts of the organizations that it is for; none: all of them. */
  readonly organizations: readonly string[];
  /** Domains, in lower case, whose addresses it may vouch for; none: all of them. */
  readonly domains: readonly string[];
  /** Whether people without an account may make one with it, where their organization lets them in. */
  readonly signUp: boolean;
}

/** What its attributes mean here. */
export interface AttributeMeanings {
  /** Values of an attribute, each with the role that it gives; and the role of those who have none of them. */
  readonly roles:
    | {
        readonly attribute: string;
        readonly values: readonly (readonly [value: string, role: Role])[];
        readonly otherwise: Role | undefined;
      }
    | undefined;
  /** Values of an attribute, each with the name of the group that it leads into. */
  readonly groups:
    | { readonly attribute: string; readonly values: readonly (readonly [value: string, group: string])[] }
    | undefined;
  /** Names of profile fields, each with the attribute that it holds. */
  readonly profileFields: readonly (readonly [field: string, attribute: string])[];
}

/** What every provider has, whatever it speaks. */
interface ProviderBasics extends Voucher {
  readonly icon: ProviderIcon | undefined;
}

/** What this server shows to be known by. */
interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A provider of OpenID Connect. */
export interface OpenIdProvider extends ProviderBasics, ClientCredentials, AttributeMeanings {
  readonly kind: 'openid';
  /** As the provider calls itself, to the letter. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** The attribute that holds a name. */
  readonly nameAttribute: string;
  /** Whether an address counts only where the provider says that it is verified, or always. */
  readonly addresses: 'verified' | 'trusted';
  /** Whether logging out here also logs out there. */
  readonly logsOut?: boolean;
}

/** GitHub, which speaks OAuth alone; or a GitHub Enterprise server. */
export interface GitHubProvider extends ProviderBasics, ClientCredentials {
  readonly kind: 'github';
  /** Without a slash at its end; it names the provider in what is stored. */
  readonly issuer: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
}

/** A provider that speaks SAML 2.0: what it says is signed, and comes by way of the browser. */
export interface SamlProvider extends ProviderBasics, AttributeMeanings {
  readonly kind: 'saml';
  /** What it calls itself (its entity ID), to the letter. */
  readonly issuer: string;
  /** Where browsers are sent with a question. */
  readonly signInUrl: string;
  /** Those that it signs with (PEM), of which each counts. */
  readonly certificates: readonly string[];
  /** What it calls this server; undefined: the address of the server's metadata. */
  readonly entityId: string | undefined;
  /** The attribute that stays the same whatever becomes of somebody's name; undefined: the persistent NameID. */
  readonly subjectAttribute: string | undefined;
  readonly addressAttribute: string;
  /** Those that a name is put together of, in this order. */
  readonly nameAttributes: readonly string[];
}

export type SignInProvider = OpenIdProvider | GitHubProvider | SamlProvider;

/** What a provider is called in what is stored: one that speaks two ways may use one name for both. */
export function storedIssuer(provider: SignInProvider): string {
  return provider.kind === 'saml' ? `saml:${provider.issuer}` : provider.issuer;
}

/** A directory of people, asked by LDAP: their names and passwords count on the log-in page and in apps. */
export interface Directory extends Voucher, AttributeMeanings {
  readonly kind: 'ldap';
  /** `ldap://` or `ldaps://`, a host, and a port if need be. */
  readonly url: string;
  /** Whether a connection that begins in the clear is encrypted before anything is said. */
  readonly startTls: boolean;
  /** Certificates (PEM) that vouch for the directory's own; undefined: those that everybody trusts. */
  readonly authorities: string | undefined;
  /** As whom people are searched for; undefined: as nobody. */
  readonly searchAs: { readonly dn: string; readonly password: string } | undefined;
  readonly base: string;
  /** With `{name}` where what was typed belongs. */
  readonly filter: string;
  /** The attribute that stays the same whatever becomes of somebody's name. */
  readonly subjectAttribute: string;
  readonly addressAttribute: string;
  readonly nameAttribute: string;
  readonly pictureAttribute: string | undefined;
  /** Finds the groups of somebody, whose names are the attribute `groups` then. */
  readonly groupSearch:
    | { readonly base: string; readonly filter: string; readonly attribute: string }
    | undefined;
  /** Undefined: accounts do not follow it. */
  readonly sync?: DirectorySync | undefined;
}

/** How the accounts of a directory's people follow what becomes of them there. */
export interface DirectorySync {
  readonly everySeconds: number;
  /** Matches those who may have an account, in LDAP's own form. */
  readonly filter: string;
  /** Beyond either of these, nobody is deactivated: so many at once, and this share of the directory's accounts. */
  readonly most: number;
  readonly mostPercent: number;
  /** Whether people who are back get back an account that the sync deactivated. */
  readonly reactivates: boolean;
}

/** A program of an identity provider that writes people and groups here (SCIM). */
export interface ScimClient {
  readonly id: string;
  /** SHA-256 of what it shows. */
  readonly tokenHash: Buffer;
  /** Hosts of the organizations that it is for; none: all of them. */
  readonly organizations: readonly string[];
  /** What values of users' roles mean here. */
  readonly roles: AttributeMeanings['roles'];
}

export interface SignInConfiguration {
  readonly providers: readonly SignInProvider[];
  /** At most one for an organization. */
  readonly directories: readonly Directory[];
  /** None unless given. */
  readonly scim?: readonly ScimClient[];
}
