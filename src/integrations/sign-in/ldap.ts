// A directory asked by LDAP: searched for who is meant by a name, then asked by a bind whether a password is theirs.
// Referrals are not followed: another server would get the password.

import {
  type Client,
  escapeFilter,
  InvalidCredentialsError,
  ResultCodeError,
  type SearchOptions,
} from 'ldapts';
import { ApiError } from '../../api-contract/error.ts';
import { codeOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import { BoundedLine } from '../../model/bounded-line.ts';
import type { Directory, DirectorySync } from '../../model/sign-in/configuration.ts';
import { type DirectoryDoor, type DirectoryPerson, directoryIssuer } from '../../model/sign-in/directory.ts';
import { type Identity, SignInFailed } from '../../model/sign-in/identity.ts';
import {
  attributesOf,
  binaryAttributes,
  identityIn,
  pictureIn,
  saidOf,
  subjectIn,
} from './directory-entry.ts';
import { subjectsFilter } from './directory-filter.ts';
import { type ConnectionBounds, DirectoryFailure, withConnection } from './ldap-connection.ts';

/** What is asked of a directory at most. */
export interface DirectoryBounds extends ConnectionBounds {
  readonly directoryConnections: number;
  readonly directoryWaiting: number;
  readonly directoryGroups: number;
}

/** An entry that a name led to. */
interface Found {
  readonly dn: string;
  readonly identity: Identity;
}

/** Why it is not clear whom a name means: for the log, since whoever asks has shown no password yet. */
class UnclearPerson extends Error {}

/** Subjects in one search: a filter that servers take, and an answer far below the bound. */
const SUBJECTS_AT_ONCE = 50;
const SIZE_LIMIT_EXCEEDED = 4;

/** Outcomes of a bind that tell of the directory, and nothing of the password (RFC 4511, A.2): it cannot work just now. */
const NOT_LOOKED_AT: ReadonlySet<number> = new Set([
  1, // operationsError
  3, // timeLimitExceeded
  51, // busy
  52, // unavailable
  80, // other
]);

/** The text of a value as it may stand in a filter (RFC 4515). */
const escaped = (value: string) => escapeFilter`${value}`;

/** What the library and the network say, as a reason without anything secret; other servers' texts are left out. */
function reasonOf(error: unknown): string {
  if (error instanceof DirectoryFailure || error instanceof UnclearPerson) return error.message;
  if (error instanceof ResultCodeError) return `refused what it was asked (code ${error.code})`;
  const code = codeOf(error);
  return code === undefined ? 'did not answer as a directory does' : `cannot be reached (${code})`;
}

/** One directory; only so many are asked at the same moment, and only so many wait. */
export class LdapDoor implements DirectoryDoor {
  readonly provider: Directory;
  readonly issuer: string;
  readonly #bounds: DirectoryBounds;
  readonly #line: BoundedLine;

  constructor(provider: Directory, bounds: DirectoryBounds = limits) {
    this.provider = provider;
    this.#bounds = bounds;
    this.#line = new BoundedLine({ atOnce: bounds.directoryConnections, waiting: bounds.directoryWaiting });
    this.issuer = directoryIssuer(provider);
  }

  async authenticate(
    name: string,
    password: string,
    found: (whom: Identity) => Promise<void>,
  ): Promise<DirectoryPerson | undefined> {
    // A bind without a password succeeds for everybody: it is one of nobody (RFC 4513, 5.1.2).
    if (password === '' || name === '') return undefined;
    try {
      return await this.#line.run(() =>
        withConnection(this.provider, this.#bounds, (client) => this.#ask(client, name, { password, found })),
      );
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const told =
        error instanceof UnclearPerson
          ? 'cannot say who that is. The log of the server tells why'
          : undefined;
      throw new SignInFailed(this.provider.name, reasonOf(error), told);
    }
  }

  async present(subjects: readonly string[], sync: DirectorySync): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    try {
      for (let from = 0; from < subjects.length; from += SUBJECTS_AT_ONCE) {
        const asked = subjects.slice(from, from + SUBJECTS_AT_ONCE);
        for (const subject of await this.#connected((client) => this.#presentAmong(client, asked, sync)))
          found.add(subject);
      }
      if (subjects.length > 0 && found.size === 0)
        await this.#connected((client) => this.#checkHasPeople(client, sync));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new SignInFailed(this.provider.name, reasonOf(error));
    }
    return found;
  }

  #connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.#line.run(() =>
      withConnection(this.provider, this.#bounds, async (client) => {
        await this.#beSearcher(client);
        return work(client);
      }),
    );
  }

  /** Servers compare subjects without regard to case, so this does, too. */
  async #presentAmong(
    client: Client,
    subjects: readonly string[],
    { filter }: DirectorySync,
  ): Promise<readonly string[]> {
    const { base, subjectAttribute } = this.provider;
    const entries = await this.#search(client, base, {
      scope: 'sub',
      filter: subjectsFilter(filter, subjectAttribute, subjects),
      attributes: [subjectAttribute],
    });
    const present = new Set(
      entries.map((entry) => subjectIn(attributesOf(entry), this.provider)?.toLowerCase()),
    );
    return subjects.filter((subject) => present.has(subject.toLowerCase()));
  }

  /** A directory without people is one that is being set up, or that shows the searcher nothing. */
  async #checkHasPeople(client: Client, { filter }: DirectorySync): Promise<void> {
    const { base, subjectAttribute } = this.provider;
    const options: SearchOptions = { scope: 'sub', filter, sizeLimit: 1, attributes: [subjectAttribute] };
    const entries = await this.#search(client, base, options).catch((error: unknown) => {
      // There are more than were asked for.
      if (error instanceof ResultCodeError && error.code === SIZE_LIMIT_EXCEEDED) return undefined;
      throw error;
    });
    if (entries?.length === 0) throw new DirectoryFailure('has nobody who matches the filter of "sync"');
  }

  async #ask(
    client: Client,
    name: string,
    given: { readonly password: string; readonly found: (whom: Identity) => Promise<void> },
  ): Promise<DirectoryPerson | undefined> {
    await this.#beSearcher(client);
    const one = await this.#find(client, name);
    if (!one) return undefined;
    await given.found(one.identity);
    if (!(await this.#isTheirs(client, one.dn, given.password))) return undefined;
    // People may not read what the searcher may.
    await this.#beSearcher(client);
    return this.#person(client, one);
  }

  async #beSearcher(client: Client): Promise<void> {
    const { searchAs } = this.provider;
    try {
      await client.bind(searchAs?.dn ?? '', searchAs?.password ?? '');
    } catch (error) {
      if (!(error instanceof InvalidCredentialsError)) throw error;
      throw new DirectoryFailure('does not take the password of "bind_dn"');
    }
  }

  async #search(client: Client, base: string, options: SearchOptions) {
    const binary = binaryAttributes(this.provider);
    const { searchEntries } = await client.search(base, {
      ...options,
      derefAliases: 'never',
      timeLimit: this.#bounds.directorySeconds,
      explicitBufferAttributes: binary,
    });
    return searchEntries;
  }

  /** Who is meant by a name; refuses where it is several people's. */
  async #find(client: Client, name: string): Promise<Found | undefined> {
    const { base, filter, subjectAttribute, addressAttribute, nameAttribute } = this.provider;
    const entries = await this.#search(client, base, {
      scope: 'sub',
      filter: filter.replaceAll('{name}', () => escaped(name)),
      sizeLimit: 2,
      attributes: [subjectAttribute, addressAttribute, nameAttribute],
    });
    const [entry] = entries;
    if (!entry) return undefined;
    if (entries.length > 1) throw new UnclearPerson('has several people of this name');
    const identity = identityIn(attributesOf(entry), this.provider);
    if (!identity) throw new UnclearPerson(`tells no ${subjectAttribute} of this person`);
    if (entry.dn === '') throw new DirectoryFailure('did not answer as a directory does');
    return { dn: entry.dn, identity };
  }

  async #isTheirs(client: Client, dn: string, password: string): Promise<boolean> {
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      // Accounts that are locked or have ended answer with other codes, and do not log in either.
      if (error instanceof ResultCodeError && !NOT_LOOKED_AT.has(error.code)) return false;
      throw error;
    }
  }

  async #person(client: Client, { dn, identity }: Found): Promise<DirectoryPerson> {
    const { roles, groups, profileFields, pictureAttribute } = this.provider;
    const names = [
      roles?.attribute,
      groups?.attribute,
      pictureAttribute,
      ...profileFields.map(([, one]) => one),
    ];
    const attributes = [...new Set(names.filter((one) => one !== undefined))];
    const isAsked = attributes.length > 0;
    const options: SearchOptions = { scope: 'base', filter: '(objectClass=*)', sizeLimit: 1, attributes };
    const [entry] = isAsked ? await this.#search(client, dn, options) : [];
    const known = entry ? attributesOf(entry) : new Map<string, string[]>();
    const said = saidOf(known, this.provider, await this.#groupsOf(client, dn));
    return { ...identity, said, picture: pictureIn(known, this.provider) };
  }

  async #groupsOf(client: Client, dn: string): Promise<string[] | undefined> {
    const { groupSearch } = this.provider;
    if (!groupSearch) return undefined;
    // Without a bound of ours: the library would not tell whether an answer was cut off by the directory's, and people
    // would leave groups that they are in.
    const entries = await this.#search(client, groupSearch.base, {
      scope: 'sub',
      filter: groupSearch.filter.replaceAll('{dn}', () => escaped(dn)),
      attributes: [groupSearch.attribute],
    });
    if (entries.length > this.#bounds.directoryGroups)
      throw new DirectoryFailure('has too many groups of this person');
    return entries.flatMap((entry) =>
      (attributesOf(entry).get(groupSearch.attribute.toLowerCase()) ?? []).map(String),
    );
  }
}
