// The providers that the server is configured for, as pages and operations ask them.

import type { SignInProvider, Voucher } from './configuration.ts';
import type { DirectoryDoor } from './directory.ts';
import type { Identity } from './identity.ts';

/** What accompanies a browser to a provider. */
export interface Departure {
  readonly state: string;
  readonly nonce: string;
  readonly redirectUri: string;
  /** PKCE, S256. */
  readonly codeChallenge: string;
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

/** One provider. */
export interface SignInDoor {
  readonly provider: SignInProvider;
  /** Where the browser goes. @throws SignInFailed */
  authorizationUrl(departure: Departure): Promise<string>;
  /** Who came back. @throws SignInFailed */
  identify(arrival: Arrival): Promise<Identity>;
}

/** All of them, in the order of the file. */
export interface SignIn {
  readonly doors: readonly SignInDoor[];
  readonly directories: readonly DirectoryDoor[];
}

/** What a server has without a configuration. */
export const noSignIn: SignIn = { doors: [], directories: [] };

/** By what an organization is known: a host of its own, or else that of the server's public address. */
export interface OrganizationHosts {
  readonly host: string;
  readonly publicHost: string;
}

/** The host that providers are for by name; empty where the server was told none. */
export function signInHost({ host, publicHost }: OrganizationHosts): string {
  return (host || publicHost).toLowerCase().replace(/:\d+$/, '');
}

function isFor({ organizations }: Voucher, hosts: OrganizationHosts): boolean {
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

/** The way to a provider behind the beginning of an address: `oidc/ID` or `github`. */
export function doorPath({ kind, id }: SignInProvider): string {
  return kind === 'github' ? 'github' : `oidc/${id}`;
}
