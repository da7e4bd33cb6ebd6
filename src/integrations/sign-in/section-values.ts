// Reads values that several kinds of sections of the configuration file share: ids, secrets, other files, and
// attribute mappings.

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { limits } from '../../api-contract/limits.ts';
import { codeOf } from '../../errors/error-detail.ts';
import { Role } from '../../model/accounts/roles.ts';
import { isLoopbackHost } from '../../model/loopback.ts';
import type { AttributeMapping } from '../../model/sign-in/sign-in-configuration.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import type { Section } from './section.ts';

const ID = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

const rolesByName = {
  administrator: Role.administrator,
  moderator: Role.moderator,
  member: Role.member,
  guest: Role.guest,
} as const;
type RoleWord = keyof typeof rolesByName;

/** The owner role cannot be given by another server. */
function roleIn(section: Section, name: string, word: string): Role {
  if (Object.hasOwn(rolesByName, word)) return rolesByName[word as RoleWord];
  throw section.error(name, `"${word}" is not a role; use one of ${Object.keys(rolesByName).join(', ')}`);
}

/**
 * The content of a file. @throws the error that `errorFor` returns for a reason, if the file is missing or too
 * large
 */
export async function contentOf(
  file: string,
  maximum: number,
  errorFor: (reason: string) => ConfigurationError,
): Promise<Buffer> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) throw errorFor('is not a file');
    if (stats.size > maximum) throw errorFor(`is larger than ${maximum} bytes`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw errorFor(codeOf(error) === 'ENOENT' ? 'does not exist' : 'cannot be read');
  }
}

/** The id in addresses and tables; `fallback` if none is given. */
export function idIn(section: Section, fallback?: string): string {
  const id = section.text('id') ?? fallback;
  if (id === undefined) throw section.error(undefined, '"id" is missing');
  if (!ID.test(id))
    throw section.error('id', '"id" must consist of at most 40 lowercase letters, digits and hyphens');
  return id;
}

/** A web address; it must use HTTPS unless it is on this machine. */
export function addressIn(section: Section, name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))) return url;
  throw section.error(name, `"${name}" must be an address that starts with https://`);
}

/** Names of hosts or domains, in lower case. */
export function domainsIn(section: Section, name: string): string[] {
  return section.texts(name).map((text) => {
    const domain = text.toLowerCase();
    if (!DOMAIN.test(domain)) throw section.error(name, `"${text}" is not a host or domain name`);
    return domain;
  });
}

/** A secret from a member, or from the first line of the file that the member `NAME_file` names. */
export async function secretIn(section: Section, folder: string, name: string): Promise<string> {
  const fileName = `${name}_file`;
  const [inline, file] = [section.text(name), section.text(fileName)];
  if (inline !== undefined && file !== undefined)
    throw section.error(fileName, `set either "${name}" or "${fileName}", not both`);
  if (inline !== undefined) return inline;
  if (file === undefined) throw section.error(undefined, `"${name}" or "${fileName}" is missing`);
  const content = await contentOf(resolve(folder, file), limits.signInSecretBytes, (reason) =>
    section.error(fileName, `${file} ${reason}`),
  );
  const secret = (content.toString('utf8').split(/\r?\n/)[0] ?? '').trim();
  if (secret === '') throw section.error(fileName, `the first line of ${file} is empty`);
  return secret;
}

/** The mapping of an attribute's values to roles; `attributes` restricts which attribute it may be. */
export function rolesIn(
  section: Section | undefined,
  attributes?: readonly [string, ...string[]],
): AttributeMapping['roles'] {
  if (!section) return undefined;
  const attribute = attributes ? section.choice('attribute', attributes) : section.required('attribute');
  const values = section.section('values');
  if (!values) throw section.error(undefined, '"values" is missing');
  const otherwise = section.text('otherwise');
  section.end();
  return {
    attribute,
    values: values.pairs().map(([value, word]) => [value, roleIn(values, value, word)]),
    otherwise: otherwise === undefined ? undefined : roleIn(section, 'otherwise', otherwise),
  };
}

function groupsIn(section: Section | undefined): AttributeMapping['groups'] {
  if (!section) return undefined;
  const attribute = section.required('attribute');
  const values = section.section('values');
  if (!values) throw section.error(undefined, '"values" is missing');
  section.end();
  return { attribute, values: values.pairs() };
}

/** The mappings to a role, groups and profile fields. */
export function attributeMappingIn(section: Section): AttributeMapping {
  return {
    roles: rolesIn(section.section('roles')),
    groups: groupsIn(section.section('groups')),
    profileFields: section.section('profile_fields')?.pairs() ?? [],
  };
}
