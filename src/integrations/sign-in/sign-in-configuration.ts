// Reads the file of `--sign-in`, which configures identity providers and directories. Everything is checked
// when the server starts; an invalid value stops it with the file, the line and the reason. Secrets are never
// quoted. See docs/guide/single-sign-on.md.

import { dirname, resolve } from 'node:path';
import { limits } from '../../api-contract/limits.ts';
import { imageType } from '../../images/image-type.ts';
import {
  type Directory,
  type IdentitySource,
  type ProviderIcon,
  type SignInConfiguration,
  type SignInProvider,
  storedIssuer,
} from '../../model/sign-in/sign-in-configuration.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import { readLocatedJson } from '../configuration/located-json.ts';
import { readDirectory } from './directory-configuration.ts';
import { samlIn } from './saml-configuration.ts';
import { checkScimUnique, readScimClient } from './scim-configuration.ts';
import { Section } from './section.ts';
import { addressIn, attributeMappingIn, contentOf, domainsIn, idIn, secretIn } from './section-values.ts';

/** Microsoft's issuers for all tenants. */
const MULTI_TENANT_ISSUER = /\/(?:common|organizations)\/v2\.0\/?$/i;

/** An address that paths are appended to. */
function baseUrlIn(section: Section, name: string, text: string): string {
  const url = addressIn(section, name, text);
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw section.error(name, `"${name}" must have no credentials, question mark or number sign`);
  return text;
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '');

/** Reads one provider. */
class ProviderReader {
  readonly #section: Section;
  /** The file's folder, which other file names are relative to. */
  readonly #folder: string;

  constructor(section: Section, folder: string) {
    this.#section = section;
    this.#folder = folder;
  }

  async read(): Promise<SignInProvider> {
    const section = this.#section;
    const kind = section.choice('kind', ['openid', 'github', 'saml']);
    const basics = {
      id: idIn(section, kind === 'github' ? 'github' : undefined),
      name: section.required('name'),
      icon: await this.#icon(),
      organizations: domainsIn(section, 'organizations'),
      domains: domainsIn(section, 'domains'),
      signUp: section.flag('sign_up', true),
    };
    const provider: SignInProvider =
      kind === 'saml'
        ? { ...basics, ...(await samlIn(section, this.#folder)) }
        : {
            ...basics,
            ...(await this.#credentials()),
            ...(kind === 'openid' ? this.#openId() : this.#gitHub()),
          };
    section.end();
    return provider;
  }

  async #credentials() {
    return {
      clientId: this.#section.required('client_id'),
      clientSecret: await secretIn(this.#section, this.#folder, 'client_secret'),
    };
  }

  #openId() {
    const section = this.#section;
    const scopes = section.texts('scopes');
    if (scopes.length > 0 && !scopes.includes('openid'))
      throw section.error('scopes', '"scopes" must contain "openid"');
    const invalid = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
    if (invalid !== undefined) throw section.error('scopes', `"${invalid}" is not a scope`);
    const addresses = section.choice('addresses', ['verified', 'trusted']);
    if (addresses === 'trusted' && !section.has('domains'))
      throw section.error(
        'addresses',
        '"trusted" requires "domains"; without it the provider could use any address',
      );
    return {
      kind: 'openid',
      issuer: this.#issuer(),
      scopes: scopes.length > 0 ? scopes : ['openid', 'email', 'profile'],
      addresses,
      nameAttribute: section.text('name_attribute') ?? 'name',
      logsOut: section.flag('log_out', false),
      ...attributeMappingIn(section),
    } as const;
  }

  #issuer(): string {
    const section = this.#section;
    const issuer = baseUrlIn(section, 'issuer', section.required('issuer'));
    if (MULTI_TENANT_ISSUER.test(issuer))
      throw section.error(
        'issuer',
        '"issuer" must be a single tenant; anyone can have an account in this one',
      );
    return issuer;
  }

  #gitHub() {
    const section = this.#section;
    const [url, api] = [section.text('url'), section.text('api_url')];
    if ((url === undefined) !== (api === undefined))
      throw section.error(
        url === undefined ? 'api_url' : 'url',
        '"url" and "api_url" belong together; set both, or neither for github.com',
      );
    return {
      kind: 'github',
      issuer: withoutSlash(baseUrlIn(section, 'url', url ?? 'https://github.com')),
      apiUrl: withoutSlash(baseUrlIn(section, 'api_url', api ?? 'https://api.github.com')),
    } as const;
  }

  async #icon(): Promise<ProviderIcon | undefined> {
    const file = this.#section.text('icon');
    if (file === undefined) return undefined;
    const errorFor = (reason: string) => this.#section.error('icon', `${file} ${reason}`);
    const bytes = await contentOf(resolve(this.#folder, file), limits.signInIconBytes, errorFor);
    const type = imageType(bytes);
    if (type === undefined) throw errorFor('is not a PNG, JPEG, GIF or WebP image');
    return { bytes, type };
  }
}

/** Whether an organization may belong to both. */
function overlap({ organizations: one }: IdentitySource, { organizations: other }: IdentitySource): boolean {
  return one.length === 0 || other.length === 0 || one.some((host) => other.includes(host));
}

/** Refuses providers that conflict with each other. */
function checkUnique(sections: readonly Section[], providers: readonly SignInProvider[]): void {
  for (const [index, provider] of providers.entries()) {
    const { id, kind } = provider;
    const issuer = withoutSlash(storedIssuer(provider));
    const before = providers.slice(0, index);
    if (before.some((other) => other.id === id))
      throw sections[index]?.error('id', `two providers have the id "${id}"`);
    if (kind === 'github' && before.some((other) => other.kind === kind))
      throw sections[index]?.error('kind', 'GitHub is configured twice');
    // An account has one subject per issuer: the second provider would reject people whom the first accepted.
    if (before.some((other) => withoutSlash(storedIssuer(other)) === issuer && overlap(other, provider)))
      throw sections[index]?.error(
        'issuer',
        'two providers have this issuer; set different "organizations" for each, or remove one',
      );
  }
}

/** Refuses two directories for one organization: a name could belong to different people. */
function checkDirectoriesUnique(sections: readonly Section[], directories: readonly Directory[]): void {
  for (const [index, directory] of directories.entries()) {
    const before = directories.slice(0, index);
    if (before.some(({ id }) => id === directory.id))
      throw sections[index]?.error('id', `two directories have the id "${directory.id}"`);
    if (before.some((other) => overlap(other, directory)))
      throw sections[index]?.error(
        'organizations',
        'an organization can have only one directory; set different "organizations" for each',
      );
  }
}

async function readAll<T>(
  sections: readonly Section[],
  read: (section: Section) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  for (const section of sections) all.push(await read(section));
  return all;
}

/** Reads the file. @throws ConfigurationError with the file, the line and the reason */
export async function readSignInConfiguration(file: string): Promise<SignInConfiguration> {
  const content = await contentOf(
    file,
    limits.signInFileBytes,
    (reason) => new ConfigurationError(`The --sign-in file ${file} ${reason}.`),
  );
  const source = { file, json: readLocatedJson(file, content.toString('utf8')) };
  const root = new Section(source, '', source.json.value);
  const hasDirectories = root.has('directories');
  const hasScim = root.has('scim');
  // At least one of the three must be present.
  const isWithoutProviders = (hasDirectories || hasScim) && !root.has('providers');
  const providerSections = isWithoutProviders ? [] : root.sections('providers');
  const directorySections = hasDirectories ? root.sections('directories') : [];
  const scimSections = hasScim ? root.sections('scim') : [];
  root.end();
  const folder = dirname(file);
  const providers = await readAll(providerSections, (section) => new ProviderReader(section, folder).read());
  checkUnique(providerSections, providers);
  const directories = await readAll(directorySections, (section) => readDirectory(section, folder));
  checkDirectoriesUnique(directorySections, directories);
  const scim = await readAll(scimSections, (section) => readScimClient(section, folder));
  checkScimUnique(scimSections, scim);
  return { providers, directories, ...(scim.length > 0 && { scim }) };
}
