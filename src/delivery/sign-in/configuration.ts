// Reads the file of `--sign-in`: with which providers people sign in. Everything is checked when the server starts, and
// what cannot be used stops it with the file, the line and the reason. Secrets are never repeated. See
// docs/guide/single-sign-on.md.

import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../../contract/error-detail.ts';
import { limits } from '../../contract/limits.ts';
import { imageType } from '../../images/image-type.ts';
import { Role } from '../../model/accounts/roles.ts';
import type {
  OpenIdProvider,
  ProviderIcon,
  SignInConfiguration,
  SignInProvider,
} from '../../model/sign-in/configuration.ts';
import { ConfigurationProblem } from '../configuration-problem.ts';
import { JsonProblem, type LocatedJson, readLocatedJson } from './located-json.ts';
import { Section } from './section.ts';

const roleWords = {
  administrator: Role.administrator,
  moderator: Role.moderator,
  member: Role.member,
  guest: Role.guest,
} as const;
type RoleWord = keyof typeof roleWords;

/** Owners are made here, not by what another server says. */
function roleIn(section: Section, name: string, word: string): Role {
  if (Object.hasOwn(roleWords, word)) return roleWords[word as RoleWord];
  throw section.problem(name, `"${word}" is no role; there are ${Object.keys(roleWords).join(', ')}`);
}

const ID = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
/** Issuers of Microsoft that stand for all of its tenants. */
const FOR_ANYBODY = /\/(?:common|organizations)\/v2\.0\/?$/i;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What `read` gives of a file that is there and not too large; otherwise refuses with what `refuse` makes of a reason. */
async function contentOf(
  file: string,
  maximum: number,
  refuse: (reason: string) => ConfigurationProblem,
): Promise<Buffer> {
  try {
    const about = await stat(file);
    if (!about.isFile()) throw refuse('is no file');
    if (about.size > maximum) throw refuse(`is larger than ${maximum} bytes`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof ConfigurationProblem) throw error;
    throw refuse(codeOf(error) === 'ENOENT' ? 'does not exist' : 'cannot be read');
  }
}

/** An address of the web, encrypted unless it is this machine's, without a slash at its end. */
function addressIn(section: Section, name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOne =
    url && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname)));
  if (!isOne) throw section.problem(name, `"${name}" must be an address that begins with https://`);
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw section.problem(name, `"${name}" must have no credentials, question mark or number sign`);
  return text;
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '');

/** Names of hosts or domains, in lower case. */
function domainsIn(section: Section, name: string): string[] {
  return section.texts(name).map((text) => {
    const domain = text.toLowerCase();
    if (!DOMAIN.test(domain)) throw section.problem(name, `"${text}" is no name of a host or domain`);
    return domain;
  });
}

/** Reads what belongs to one provider. */
class ProviderReader {
  readonly #section: Section;
  /** Where the file lies, from which the names of other files lead. */
  readonly #folder: string;

  constructor(section: Section, folder: string) {
    this.#section = section;
    this.#folder = folder;
  }

  async read(): Promise<SignInProvider> {
    const section = this.#section;
    const kind = section.choice('kind', ['openid', 'github']);
    const basics = {
      id: this.#id(kind),
      name: section.needed('name'),
      icon: await this.#icon(),
      clientId: section.needed('client_id'),
      clientSecret: await this.#secret(),
      organizations: domainsIn(section, 'organizations'),
      domains: domainsIn(section, 'domains'),
      signUp: section.flag('sign_up', true),
    };
    const provider: SignInProvider =
      kind === 'openid' ? { ...basics, ...this.#openId() } : { ...basics, ...this.#gitHub() };
    section.end();
    return provider;
  }

  #id(kind: SignInProvider['kind']): string {
    const id = this.#section.text('id') ?? (kind === 'github' ? 'github' : undefined);
    if (id === undefined) throw this.#section.problem(undefined, '"id" is missing');
    if (!ID.test(id))
      throw this.#section.problem('id', '"id" must be small letters, digits and hyphens, 40 at most');
    return id;
  }

  #openId() {
    const section = this.#section;
    const scopes = section.texts('scopes');
    if (scopes.length > 0 && !scopes.includes('openid'))
      throw section.problem('scopes', '"scopes" must hold "openid"');
    const odd = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
    if (odd !== undefined) throw section.problem('scopes', `"${odd}" is no scope`);
    const addresses = section.choice('addresses', ['verified', 'trusted']);
    if (addresses === 'trusted' && !section.has('domains'))
      throw section.problem('addresses', '"trusted" needs "domains", or the provider could name any address');
    return {
      kind: 'openid',
      issuer: this.#issuer(),
      scopes: scopes.length > 0 ? scopes : ['openid', 'email', 'profile'],
      addresses,
      nameAttribute: section.text('name_attribute') ?? 'name',
      roles: this.#roles(),
      groups: this.#groups(),
      profileFields: section.section('profile_fields')?.pairs() ?? [],
    } as const;
  }

  #issuer(): string {
    const section = this.#section;
    const issuer = addressIn(section, 'issuer', section.needed('issuer'));
    if (FOR_ANYBODY.test(issuer))
      throw section.problem(
        'issuer',
        '"issuer" must be that of one tenant; in this one anybody has an account',
      );
    return issuer;
  }

  #roles(): OpenIdProvider['roles'] {
    const section = this.#section.section('roles');
    if (!section) return undefined;
    const attribute = section.needed('attribute');
    const values = section.section('values');
    if (!values) throw section.problem(undefined, '"values" is missing');
    const otherwise = section.text('otherwise');
    section.end();
    return {
      attribute,
      values: values.pairs().map(([value, word]) => [value, roleIn(values, value, word)]),
      otherwise: otherwise === undefined ? undefined : roleIn(section, 'otherwise', otherwise),
    };
  }

  #groups(): OpenIdProvider['groups'] {
    const section = this.#section.section('groups');
    if (!section) return undefined;
    const attribute = section.needed('attribute');
    const values = section.section('values');
    if (!values) throw section.problem(undefined, '"values" is missing');
    section.end();
    return { attribute, values: values.pairs() };
  }

  #gitHub() {
    const section = this.#section;
    const [url, api] = [section.text('url'), section.text('api_url')];
    if ((url === undefined) !== (api === undefined))
      throw section.problem(
        url === undefined ? 'api_url' : 'url',
        '"url" and "api_url" belong together: give both, or neither for github.com',
      );
    return {
      kind: 'github',
      issuer: withoutSlash(addressIn(section, 'url', url ?? 'https://github.com')),
      apiUrl: withoutSlash(addressIn(section, 'api_url', api ?? 'https://api.github.com')),
    } as const;
  }

  async #secret(): Promise<string> {
    const section = this.#section;
    const [here, file] = [section.text('client_secret'), section.text('client_secret_file')];
    if (here !== undefined && file !== undefined)
      throw section.problem(
        'client_secret_file',
        '"client_secret" and "client_secret_file" contradict each other: give one of them',
      );
    if (here !== undefined) return here;
    if (file === undefined)
      throw section.problem(undefined, '"client_secret" or "client_secret_file" is missing');
    const content = await contentOf(resolve(this.#folder, file), limits.signInSecretBytes, (reason) =>
      section.problem('client_secret_file', `${file} ${reason}`),
    );
    const secret = (content.toString('utf8').split(/\r?\n/)[0] ?? '').trim();
    if (secret === '') throw section.problem('client_secret_file', `the first line of ${file} is empty`);
    return secret;
  }

  async #icon(): Promise<ProviderIcon | undefined> {
    const file = this.#section.text('icon');
    if (file === undefined) return undefined;
    const refuse = (reason: string) => this.#section.problem('icon', `${file} ${reason}`);
    const bytes = await contentOf(resolve(this.#folder, file), limits.signInIconBytes, refuse);
    const type = imageType(bytes);
    if (type === undefined) throw refuse('is no PNG, JPEG, GIF or WebP picture');
    return { bytes, type };
  }
}

function located(file: string, text: string): LocatedJson {
  try {
    return readLocatedJson(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw new ConfigurationProblem(`${file}, line ${error.line}: ${error.message}.`);
  }
}

/** Whether some organization may have both of two providers. */
function meet({ organizations: one }: SignInProvider, { organizations: other }: SignInProvider): boolean {
  return one.length === 0 || other.length === 0 || one.some((host) => other.includes(host));
}

/** Refuses what no two providers may share. */
function checkApart(sections: readonly Section[], providers: readonly SignInProvider[]): void {
  for (const [index, provider] of providers.entries()) {
    const { id, kind, issuer } = provider;
    const before = providers.slice(0, index);
    if (before.some((other) => other.id === id))
      throw sections[index]?.problem('id', `two providers have the id "${id}"`);
    if (kind === 'github' && before.some((other) => other.kind === kind))
      throw sections[index]?.problem('kind', 'GitHub stands here twice');
    // An account has one subject of an issuer: the second would refuse whom the first let in.
    if (before.some((other) => withoutSlash(other.issuer) === withoutSlash(issuer) && meet(other, provider)))
      throw sections[index]?.problem(
        'issuer',
        'two providers have this issuer: name different "organizations" for each, or leave one out',
      );
  }
}

/**
 * Reads the file; without one nothing is configured.
 * @throws ConfigurationProblem with the file, the line and the reason
 */
export async function readSignInConfiguration(
  file: string | undefined,
): Promise<SignInConfiguration | undefined> {
  if (file === undefined) return undefined;
  const content = await contentOf(
    file,
    limits.signInFileBytes,
    (reason) => new ConfigurationProblem(`The file ${file} of --sign-in ${reason}.`),
  );
  const source = { file, json: located(file, content.toString('utf8')) };
  const whole = new Section(source, [], source.json.value);
  const sections = whole.sections('providers');
  whole.end();
  const providers: SignInProvider[] = [];
  for (const section of sections) providers.push(await new ProviderReader(section, dirname(file)).read());
  checkApart(sections, providers);
  return { providers };
}
