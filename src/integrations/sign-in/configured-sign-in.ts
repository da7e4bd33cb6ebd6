// Creates the configured providers and directories. Each provider gets an HTTP client that reaches private
// networks only at its configured addresses.

import type { SignInConfiguration, SignInProvider } from '../../model/sign-in/configuration.ts';
import type { SignIn, SignInDoor } from '../../model/sign-in/doors.ts';
import { HttpClient } from '../http/http-client.ts';
import { GitHubDoor } from './git-hub.ts';
import { LdapDoor } from './ldap.ts';
import { OpenIdDoor } from './open-id.ts';
import { SamlFormDoor } from './saml.ts';
import { SamlVerifier } from './saml-verifier.ts';

function loginFor(provider: SignInProvider, verifier: SamlVerifier): SignInDoor {
  if (provider.kind === 'saml') return new SamlFormDoor(provider, verifier);
  return provider.kind === 'github'
    ? new GitHubDoor(provider, new HttpClient([provider.issuer, provider.apiUrl]))
    : new OpenIdDoor(provider, new HttpClient([provider.issuer]));
}

export function configuredSignIn({ providers, directories, scim = [] }: SignInConfiguration): SignIn {
  const verifier = new SamlVerifier();
  return {
    doors: providers.map((provider) => loginFor(provider, verifier)),
    directories: directories.map((directory) => new LdapDoor(directory)),
    close: () => verifier.close(),
    scim,
  };
}
