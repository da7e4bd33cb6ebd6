// Reads the configuration of one directory.

import { resolve } from 'node:path';
import { FilterParser } from 'ldapts';
import { limits } from '../../api-contract/limits.ts';
import { isLoopbackHost } from '../../model/loopback.ts';
import type { Directory, DirectorySync } from '../../model/sign-in/sign-in-configuration.ts';
import { defaultSyncFilter } from './directory-filter.ts';
import type { Section } from './section.ts';
import { attributeMappingIn, contentOf, domainsIn, idIn, secretIn } from './section-values.ts';

const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9-]{0,99}$/;

/** An attribute name that is safe in a request. */
function attributeIn(section: Section, name: string, fallback: string): string;
function attributeIn(section: Section, name: string, fallback?: string): string | undefined;
function attributeIn(section: Section, name: string, fallback?: string): string | undefined {
  const attribute = section.text(name) ?? fallback;
  if (attribute !== undefined && !ATTRIBUTE.test(attribute))
    throw section.error(name, `"${attribute}" is not an attribute name`);
  return attribute;
}

/** A filter with a placeholder. An invalid filter stops the start instead of failing the first login. */
function filterIn(section: Section, placeholder: string, fallback: string): string {
  const filter = section.text('filter') ?? fallback;
  if (!filter.includes(placeholder))
    throw section.error(
      'filter',
      `"filter" must contain ${placeholder}, the placeholder for the value to search for`,
    );
  try {
    FilterParser.parseString(filter.replaceAll(placeholder, 'x'));
  } catch {
    throw section.error('filter', '"filter" is not a valid LDAP filter (RFC 4515)');
  }
  return filter;
}

/** The directory's address. It must be encrypted, from the beginning or by StartTLS, unless it is on this machine. */
function addressIn(section: Section): Pick<Directory, 'url' | 'startTls'> {
  const text = section.required('url');
  const startTls = section.flag('start_tls', false);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLdapUrl = url && /^ldaps?:$/.test(url.protocol) && url.hostname !== '';
  if (!isLdapUrl) throw section.error('url', '"url" must begin with ldaps:// or ldap://');
  if (url.username !== '' || !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw section.error('url', '"url" may contain only a host and an optional port');
  const isEncrypted = url.protocol === 'ldaps:';
  if (isEncrypted && startTls)
    throw section.error('start_tls', '"start_tls" is for ldap:// only; ldaps:// is always encrypted');
  if (!isEncrypted && !startTls && !isLoopbackHost(url.hostname))
    throw section.error('url', 'passwords would be sent unencrypted; use ldaps:// or "start_tls": true');
  return { url: text.replace(/\/$/, ''), startTls };
}

async function authoritiesIn(section: Section, folder: string): Promise<string | undefined> {
  const file = section.text('ca_file');
  if (file === undefined) return undefined;
  const errorFor = (reason: string) => section.error('ca_file', `${file} ${reason}`);
  const content = await contentOf(resolve(folder, file), limits.signInFileBytes, errorFor);
  const text = content.toString('utf8');
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw errorFor('contains no PEM certificate');
  return text;
}

async function searcherIn(section: Section, folder: string): Promise<Directory['bindAs']> {
  const dn = section.text('bind_dn');
  if (dn !== undefined) return { dn, password: await secretIn(section, folder, 'bind_password') };
  const unexpected = ['bind_password', 'bind_password_file'].find((name) => section.has(name));
  if (unexpected !== undefined) throw section.error(unexpected, `"${unexpected}" requires "bind_dn"`);
  return undefined;
}

function groupSearchIn(section: Section | undefined): Directory['groupSearch'] {
  if (!section) return undefined;
  const search = {
    base: section.required('base'),
    filter: filterIn(section, '{dn}', '(member={dn})'),
    attribute: attributeIn(section, 'attribute', 'cn'),
  };
  section.end();
  return search;
}

function syncIn(
  section: Section | undefined,
  { filter, subjectAttribute }: Pick<Directory, 'filter' | 'subjectAttribute'>,
): DirectorySync | undefined {
  if (!section) return undefined;
  const maximum = limits.directorySyncAccounts;
  const sync = {
    everySeconds: section.number('every_minutes', 60, { from: 5, to: 10_080 }) * 60,
    filter: section.text('filter') ?? defaultSyncFilter(filter, subjectAttribute),
    maxDeactivated: section.number('most', 10, { from: 1, to: maximum }),
    maxDeactivatedPercent: section.number('most_percent', 20, { from: 1, to: 100 }),
    reactivates: section.flag('reactivate', false),
  };
  try {
    FilterParser.parseString(sync.filter);
  } catch {
    throw section.error(
      section.has('filter') ? 'filter' : undefined,
      `"${sync.filter}" is not a valid LDAP filter (RFC 4515); set "filter" in "sync"`,
    );
  }
  section.end();
  return sync;
}

/** Reads one directory. Its addresses count as verified, so its domains must be listed. */
export async function readDirectory(section: Section, folder: string): Promise<Directory> {
  const matching = {
    filter: filterIn(section, '{name}', '(|(uid={name})(mail={name}))'),
    subjectAttribute: attributeIn(section, 'subject_attribute', 'entryUUID'),
  };
  const directory: Directory = {
    kind: section.choice('kind', ['ldap']),
    id: idIn(section),
    name: section.required('name'),
    ...addressIn(section),
    authorities: await authoritiesIn(section, folder),
    bindAs: await searcherIn(section, folder),
    base: section.required('base'),
    ...matching,
    addressAttribute: attributeIn(section, 'address_attribute', 'mail'),
    nameAttribute: attributeIn(section, 'name_attribute', 'cn'),
    pictureAttribute: attributeIn(section, 'picture_attribute'),
    groupSearch: groupSearchIn(section.section('group_search')),
    sync: syncIn(section.section('sync'), matching),
    organizations: domainsIn(section, 'organizations'),
    domains: domainsIn(section, 'domains'),
    signUp: section.flag('sign_up', true),
    ...attributeMappingIn(section),
  };
  if (directory.domains.length === 0)
    throw section.error(
      undefined,
      '"domains" is missing; list the domains whose addresses the directory confirms',
    );
  section.end();
  return directory;
}
