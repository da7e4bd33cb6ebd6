// The providers that the server is configured for, as pages and operations ask them.

import type {
  GitHubProvider,
  OpenIdProvider,
  SamlProvider,
  ScimClient,
  SignInProvider,
  Voucher,
} from './configuration.ts';
import type { DirectoryDoor } from './directory.ts';
import type { Identity } from './identity.ts';

/** What accompanies a browser to a provider. */
export interface Departure {
  readonly state: string;
  readonly nonce: string;
  readonly redirectUri: string;
  /** PKCE, S256. */
  readonly codeChallenge: string;
  /** Whether the provider is to have the person log in again, whether or not they are logged in there. */
  readonly asksAgain: boolean;
}

/** What it comes back with. */
export interface Arrival {
  readonly code: string;
  /** Who says to have answered; empty where nobody does. */
  readonly issuer: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** What accompanies a browser that logs out at a provider. */
export interface Leaving {
  readonly idToken: string | undefined;
  /** Where the provider sends the browser afterwards. */
  readonly redirectUri: string;
  readonly state: string;
}

/** What a logout token says: which session has ended, or that all of a person's have. */
export interface LoggedOut {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** No two tokens of the provider have the same. */
  readonly tokenId: string;
}

/** A provider that answers with a code, for which it says who somebody is. */
export interface CodeDoor {
  readonly answers: 'with a code';
  readonly provider: OpenIdProvider | GitHubProvider;
  /** Where the browser goes. @throws SignInFailed */
  authorizationUrl(departure: Departure): Promise<string>;
  /** Who came back. @throws SignInFailed */
  identify(arrival: Arrival): Promise<Identity>;
  /** Where the browser goes to log out there; undefined where the provider offers none. @throws SignInFailed */
  logOutUrl?(leaving: Leaving): Promise<string | undefined>;
  /** Whom a logout token of the provider is about, once all of it was checked. @throws SignInFailed */
  loggedOut?(token: string): Promise<LoggedOut>;
}

/** A question that a browser takes to a provider of SAML. */
export interface SamlQuestion {
  /** The server's address as the provider knows it, without a slash at its end. */
  readonly root: string;
  /** What the answer must name. */
  readonly requestId: string;
  /** What the browser brings back beside the answer. */
  readonly relayState: string;
  /** Whether the provider is to have the person log in again, whether or not they are logged in there. */
  readonly asksAgain: boolean;
}

/** What a browser was given to post, looked at, but not believed yet. */
export interface PostedAnswer {
  readonly xml: string;
  /** The question that it says it answers; empty where it names none. */
  readonly requestId: string;
  /** To which address it says it was sent; empty where it names none. */
  readonly destination: string;
  /** Whether all of it is signed besides its assertion. */
  readonly isSignedWhole: boolean;
}

/** A provider that has the browser post what it says. */
export interface SamlDoor {
  readonly answers: 'by a form';
  readonly provider: SamlProvider;
  /** Where the browser goes. @throws SignInFailed */
  questionUrl(question: SamlQuestion): Promise<string>;
  /** Reads what was posted as far as it can be without trusting it. @throws SignInFailed for what cannot be an answer */
  look(posted: string): PostedAnswer;
  /** Who it is, once all of the answer was checked. @throws SignInFailed */
  identify(answer: PostedAnswer, root: string): Promise<Identity>;
  /** How this server describes itself to the provider, as XML. */
  metadata(root: string): Promise<string>;
}

/** One provider. */
export type SignInDoor = CodeDoor | SamlDoor;

/** All of them, in the order of the file. */
export interface SignIn {
  readonly doors: readonly SignInDoor[];
  readonly directories: readonly DirectoryDoor[];
  /** Ends what they began. */
  close(): Promise<void>;
  readonly scim: readonly ScimClient[];
}

/** What a server has without a configuration. */
export const noSignIn: SignIn = { doors: [], directories: [], scim: [], close: async () => undefined };

/** By what an organization is known: a host of its own, or else that of the server's public address. */
export interface OrganizationHosts {
  readonly host: string;
  readonly publicHost: string;
}

/** The host that providers are for by name; empty where the server was told none. */
export function signInHost({ host, publicHost }: OrganizationHosts): string {
  return (host || publicHost).toLowerCase().replace(/:\d+$/, '');
}

function isFor({ organizations }: Pick<Voucher, 'organizations'>, hosts: OrganizationHosts): boolean {
  return organizations.length === 0 || organizations.includes(signInHost(hosts));
}

/** Those that are for an organization. */
export function doorsFor(signIn: SignIn, hosts: OrganizationHosts): readonly SignInDoor[] {
  return signIn.doors.filter(({ provider }) => isFor(provider, hosts));
}

/** The directory of an organization; undefined where it has none. */
export function directoryFor(signIn: SignIn, hosts: OrganizationHosts): DirectoryDoor | undefined {
  return signIn.directories.find(({ provider }) => isFor(provider, hosts));
}

const pathOfKind = { openid: 'oidc', saml: 'saml' } as const;

/** The way to a provider behind the beginning of an address: `oidc/ID`, `saml/ID` or `github`. */
export function doorPath({ kind, id }: Pick<SignInProvider, 'kind' | 'id'>): string {
  return kind === 'github' ? 'github' : `${pathOfKind[kind]}/${id}`;
}

/** The programs that may write people and groups of an organization. */
export function scimClientsFor(signIn: SignIn, hosts: OrganizationHosts): readonly ScimClient[] {
  return signIn.scim.filter((client) => isFor(client, hosts));
}
