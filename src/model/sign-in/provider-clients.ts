// The interface to the configured identity providers, which pages and operations use.

import type { DirectoryClient } from './directory-client.ts';
import type { Identity } from './identity.ts';
import type {
  GitHubProvider,
  IdentitySource,
  OpenIdProvider,
  SamlProvider,
  ScimClient,
  SignInProvider,
} from './sign-in-configuration.ts';

/** The parameters with which a browser is sent to a provider. */
export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  readonly redirectUri: string;
  /** PKCE, S256. */
  readonly codeChallenge: string;
  /** Whether the person must log in at the provider again, even if they are logged in there. */
  readonly forcesLogin: boolean;
}

/** The parameters with which the browser returns. */
export interface AuthorizationResponse {
  readonly code: string;
  /** The issuer named in the answer; empty if there is none. */
  readonly issuer: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** The parameters with which a browser is sent to log out at a provider. */
export interface LogoutRequest {
  readonly idToken: string | undefined;
  /** Where the provider sends the browser afterwards. */
  readonly redirectUri: string;
  readonly state: string;
}

/** The content of a logout token: one ended session, or all sessions of a person. */
export interface LogoutNotice {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** Unique among the tokens of the provider. */
  readonly tokenId: string;
}

/** A provider that returns a code, which is exchanged for the person's identity. */
export interface CodeProviderClient {
  /** How the answer arrives: as a code in a URL, or in a form that the browser posts. */
  readonly flow: 'code';
  readonly provider: OpenIdProvider | GitHubProvider;
  /** The URL to send the browser to. @throws SignInError */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /** The identity of the person who returned. @throws SignInError */
  identify(response: AuthorizationResponse): Promise<Identity>;
  /** The URL at which the browser logs out there; undefined if the provider has none. @throws SignInError */
  logOutUrl?(request: LogoutRequest): Promise<string | undefined>;
  /** Verifies a logout token of the provider. @throws SignInError */
  loggedOut?(token: string): Promise<LogoutNotice>;
}

/** A request that a browser takes to a SAML provider. */
export interface SamlRequest {
  /** The server's URL as the provider knows it, without a trailing slash. */
  readonly root: string;
  /** The answer must contain this id. */
  readonly requestId: string;
  /** Returned by the browser together with the answer. */
  readonly relayState: string;
  /** Whether the person must log in at the provider again, even if they are logged in there. */
  readonly forcesLogin: boolean;
}

/** An answer that a browser posted: parsed, but not verified yet. */
export interface SamlResponse {
  readonly xml: string;
  /** The request that it claims to answer; empty if it names none. */
  readonly requestId: string;
  /** The URL that it claims to be addressed to; empty if it names none. */
  readonly destination: string;
  /** Whether the whole response is signed, in addition to its assertion. */
  readonly isResponseSigned: boolean;
}

/** A provider whose answer is posted by the browser. */
export interface SamlProviderClient {
  readonly flow: 'form';
  readonly provider: SamlProvider;
  /** The URL to send the browser to. @throws SignInError */
  requestUrl(request: SamlRequest): Promise<string>;
  /** Parses a posted answer without trusting it. @throws SignInError if it cannot be an answer */
  parse(posted: string): SamlResponse;
  /** Verifies the whole answer and returns the identity. @throws SignInError */
  identify(answer: SamlResponse, root: string): Promise<Identity>;
  /** This server's metadata for the provider, as XML. */
  metadata(root: string): Promise<string>;
}

export type ProviderClient = CodeProviderClient | SamlProviderClient;

/** Everything that is configured, in the order of the file. */
export interface SignIn {
  readonly providers: readonly ProviderClient[];
  readonly directories: readonly DirectoryClient[];
  /** Closes connections and stops background work. */
  close(): Promise<void>;
  readonly scim: readonly ScimClient[];
}

/** The state of a server without a configuration. */
export const noSignIn: SignIn = { providers: [], directories: [], scim: [], close: async () => undefined };

/** How an organization is identified: by its own host, or else by that of the server's public URL. */
export interface OrganizationHosts {
  readonly host: string;
  readonly publicHost: string;
}

/** The host by which the configuration names an organization; empty if the server does not know its host. */
export function signInHost({ host, publicHost }: OrganizationHosts): string {
  return (host || publicHost).toLowerCase().replace(/:\d+$/, '');
}

function isFor({ organizations }: Pick<IdentitySource, 'organizations'>, hosts: OrganizationHosts): boolean {
  return organizations.length === 0 || organizations.includes(signInHost(hosts));
}

export function providersFor(signIn: SignIn, hosts: OrganizationHosts): readonly ProviderClient[] {
  return signIn.providers.filter(({ provider }) => isFor(provider, hosts));
}

/** The directory of an organization; undefined if it has none. */
export function directoryFor(signIn: SignIn, hosts: OrganizationHosts): DirectoryClient | undefined {
  return signIn.directories.find(({ provider }) => isFor(provider, hosts));
}

const pathOfKind = { openid: 'oidc', saml: 'saml' } as const;

/** The part of a URL that identifies a provider: `oidc/ID`, `saml/ID` or `github`. */
export function providerPath({ kind, id }: Pick<SignInProvider, 'kind' | 'id'>): string {
  return kind === 'github' ? 'github' : `${pathOfKind[kind]}/${id}`;
}

/** The SCIM clients that may manage an organization. */
export function scimClientsFor(signIn: SignIn, hosts: OrganizationHosts): readonly ScimClient[] {
  return signIn.scim.filter((client) => isFor(client, hosts));
}
