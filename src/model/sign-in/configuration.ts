// How people sign in besides by a password: what whoever runs the server wrote into one file, checked.

import type { Role } from '../accounts/roles.ts';

/** A picture beside a provider's name. */
export interface ProviderIcon {
  readonly bytes: Buffer;
  readonly type: string;
}

/** What every provider has, whatever it speaks. */
interface ProviderBasics {
  /** In addresses; unique in the file. */
  readonly id: string;
  /** On its button. */
  readonly name: string;
  readonly icon: ProviderIcon | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Hosts of the organizations that it is for; none: all of them. */
  readonly organizations: readonly string[];
  /** Domains, in lower case, whose addresses it may vouch for; none: all of them. */
  readonly domains: readonly string[];
  /** Whether people without an account may make one with it, where their organization lets them in. */
  readonly signUp: boolean;
}

/** A provider of OpenID Connect. */
export interface OpenIdProvider extends ProviderBasics {
  readonly kind: 'openid';
  /** As the provider calls itself, to the letter. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** The attribute that holds a name. */
  readonly nameAttribute: string;
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
  /** Whether an address counts only where the provider says that it is verified, or always. */
  readonly addresses: 'verified' | 'trusted';
}

/** GitHub, which speaks OAuth alone; or a GitHub Enterprise server. */
export interface GitHubProvider extends ProviderBasics {
  readonly kind: 'github';
  /** Without a slash at its end; it names the provider in what is stored. */
  readonly issuer: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
}

export type SignInProvider = OpenIdProvider | GitHubProvider;

export interface SignInConfiguration {
  readonly providers: readonly SignInProvider[];
}
