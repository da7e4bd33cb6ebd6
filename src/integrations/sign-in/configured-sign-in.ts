// Creates the configured providers and directories. Each provider gets an HTTP client that reaches private
// networks only at its configured addresses.

import type { ProviderClient, SignIn } from '../../model/sign-in/provider-clients.ts';
import type { SignInConfiguration, SignInProvider } from '../../model/sign-in/sign-in-configuration.ts';
import { HttpClient } from '../http/http-client.ts';
import { GitHubLogin } from './git-hub.ts';
import { LdapDirectory } from './ldap.ts';
import { OpenIdLogin } from './open-id.ts';
import { SamlFormLogin } from './saml.ts';
import { SamlVerifier } from './saml-verifier.ts';

function loginFor(provider: SignInProvider, verifier: SamlVerifier): ProviderClient {
  if (provider.kind === 'saml') return new SamlFormLogin(provider, verifier);
  return provider.kind === 'github'
    ? new GitHubLogin(provider, new HttpClient([provider.issuer, provider.apiUrl]))
    : new OpenIdLogin(provider, new HttpClient([provider.issuer]));
}

export function configuredSignIn({ providers, directories, scim = [] }: SignInConfiguration): SignIn {
  const verifier = new SamlVerifier();
  return {
    providers: providers.map((provider) => loginFor(provider, verifier)),
    directories: directories.map((directory) => new LdapDirectory(directory)),
    close: () => verifier.close(),
    scim,
  };
}
