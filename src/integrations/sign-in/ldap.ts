// Login with an LDAP directory: searches for a name, then checks the password by a bind. Referrals are not
// followed: another server would get the password.

import {
  type Client,
  escapeFilter,
  InvalidCredentialsError,
  ResultCodeError,
  type SearchOptions,
} from 'ldapts';
import { ApiError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { CodedError } from '../../errors/coded-error.ts';
import { codeOf } from '../../errors/error-detail.ts';
import { BoundedConcurrencyLimit } from '../../model/bounded-concurrency-limit.ts';
import {
  type DirectoryClient,
  type DirectoryPerson,
  directoryIssuer,
} from '../../model/sign-in/directory-client.ts';
import { type Identity, SignInError } from '../../model/sign-in/identity.ts';
import type { Directory, DirectorySync } from '../../model/sign-in/sign-in-configuration.ts';
import {
  attributesOf,
  binaryAttributes,
  identityIn,
  mappedAttributes,
  pictureIn,
  subjectIn,
} from './directory-entry.ts';
import { subjectsFilter } from './directory-filter.ts';
import { type ConnectionBounds, DirectoryError, withConnection } from './ldap-connection.ts';

/** The limits of requests to a directory. */
export interface DirectoryBounds extends ConnectionBounds {
  readonly directoryConnections: number;
  readonly directoryWaiting: number;
  readonly directoryGroups: number;
}

/** An entry found by a login name. */
interface FoundEntry {
  readonly dn: string;
  readonly identity: Identity;
}

/** Why a name does not identify a person. For the log only, since the caller has not proved a password yet. */
class AmbiguousPersonError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('PERSON_AMBIGUOUS', message, options);
  }
}

/** How many subjects one search holds: small enough for a filter, and for the response limit. */
const SUBJECTS_AT_ONCE = 50;
const SIZE_LIMIT_EXCEEDED = 4;

/**
 * Bind results that concern the directory rather than the password (RFC 4511, A.2): it is temporarily unable to check.
 */
const NOT_CHECKED: ReadonlySet<number> = new Set([
  1, // operationsError
  3, // timeLimitExceeded
  51, // busy
  52, // unavailable
  80, // other
]);

/** Escapes a value for a filter (RFC 4515). */
const escapeValue = (value: string) => escapeFilter`${value}`;

/** The reason of a failure without secrets; messages of other servers are left out. */
function reasonOf(error: unknown): string {
  if (error instanceof DirectoryError || error instanceof AmbiguousPersonError) return error.message;
  if (error instanceof ResultCodeError) return `the directory refused the request (code ${error.code})`;
  const code = codeOf(error);
  return code === undefined
    ? 'the server did not respond as a directory'
    : `the directory cannot be reached (${code})`;
}

/** One directory; concurrent requests and waiting ones are limited. */
export class LdapDirectory implements DirectoryClient {
  readonly provider: Directory;
  readonly issuer: string;
  readonly #bounds: DirectoryBounds;
  readonly #queue: BoundedConcurrencyLimit;

  constructor(provider: Directory, bounds: DirectoryBounds = limits) {
    this.provider = provider;
    this.#bounds = bounds;
    this.#queue = new BoundedConcurrencyLimit({
      running: bounds.directoryConnections,
      waiting: bounds.directoryWaiting,
    });
    this.issuer = directoryIssuer(provider);
  }

  async authenticate(
    name: string,
    password: string,
    onFound: (identity: Identity) => Promise<void>,
  ): Promise<DirectoryPerson | undefined> {
    // A bind without a password always succeeds, as an anonymous one (RFC 4513, 5.1.2).
    if (password === '' || name === '') return undefined;
    try {
      return await this.#queue.run(() =>
        withConnection(this.provider, this.#bounds, (client) =>
          this.#authenticate(client, name, { password, onFound }),
        ),
      );
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const { name: provider } = this.provider;
      if (!(error instanceof AmbiguousPersonError)) throw new SignInError(provider, reasonOf(error));
      const shownReason = 'the directory cannot identify you. Ask your administrator to check the server log';
      throw new SignInError(provider, reasonOf(error), { shownReason }).onPages({
        code: 'PERSON_AMBIGUOUS',
        provider,
      });
    }
  }

  async presentSubjects(subjects: readonly string[], sync: DirectorySync): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    try {
      for (let from = 0; from < subjects.length; from += SUBJECTS_AT_ONCE) {
        const batch = subjects.slice(from, from + SUBJECTS_AT_ONCE);
        for (const subject of await this.#runConnected((client) => this.#existingAmong(client, batch, sync)))
          found.add(subject);
      }
      if (subjects.length > 0 && found.size === 0)
        await this.#runConnected((client) => this.#checkHasPeople(client, sync));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new SignInError(this.provider.name, reasonOf(error));
    }
    return found;
  }

  #runConnected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.#queue.run(() =>
      withConnection(this.provider, this.#bounds, async (client) => {
        await this.#bindAsSearcher(client);
        return work(client);
      }),
    );
  }

  /** Servers compare subjects case-insensitively, so this does too. */
  async #existingAmong(
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
    const existing = new Set(
      entries.map((entry) => subjectIn(attributesOf(entry), this.provider)?.toLowerCase()),
    );
    return subjects.filter((subject) => existing.has(subject.toLowerCase()));
  }

  /** A directory without people is being set up, or hides them from the searching account. */
  async #checkHasPeople(client: Client, { filter }: DirectorySync): Promise<void> {
    const { base, subjectAttribute } = this.provider;
    const options: SearchOptions = { scope: 'sub', filter, sizeLimit: 1, attributes: [subjectAttribute] };
    const entries = await this.#search(client, base, options).catch((error: unknown) => {
      // There is more than one.
      if (error instanceof ResultCodeError && error.code === SIZE_LIMIT_EXCEEDED) return undefined;
      throw error;
    });
    if (entries?.length === 0) throw new DirectoryError('no one in the directory matches the "sync" filter');
  }

  async #authenticate(
    client: Client,
    name: string,
    login: { readonly password: string; readonly onFound: (identity: Identity) => Promise<void> },
  ): Promise<DirectoryPerson | undefined> {
    await this.#bindAsSearcher(client);
    const found = await this.#find(client, name);
    if (!found) return undefined;
    await login.onFound(found.identity);
    if (!(await this.#isPasswordValid(client, found.dn, login.password))) return undefined;
    // People may not read everything that the searching account may.
    await this.#bindAsSearcher(client);
    return this.#person(client, found);
  }

  async #bindAsSearcher(client: Client): Promise<void> {
    const { bindAs } = this.provider;
    try {
      await client.bind(bindAs?.dn ?? '', bindAs?.password ?? '');
    } catch (error) {
      if (!(error instanceof InvalidCredentialsError)) throw error;
      throw new DirectoryError('the directory rejected the password of "bind_dn"');
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

  /** The entry of a name. @throws AmbiguousPersonError if it matches several */
  async #find(client: Client, name: string): Promise<FoundEntry | undefined> {
    const { base, filter, subjectAttribute, addressAttribute, nameAttribute } = this.provider;
    const entries = await this.#search(client, base, {
      scope: 'sub',
      filter: filter.replaceAll('{name}', () => escapeValue(name)),
      sizeLimit: 2,
      attributes: [subjectAttribute, addressAttribute, nameAttribute],
    });
    const [entry] = entries;
    if (!entry) return undefined;
    if (entries.length > 1) throw new AmbiguousPersonError('several people in the directory have this name');
    const identity = identityIn(attributesOf(entry), this.provider);
    if (!identity) throw new AmbiguousPersonError(`the directory has no ${subjectAttribute} for this person`);
    if (entry.dn === '') throw new DirectoryError('the server did not respond as a directory');
    return { dn: entry.dn, identity };
  }

  async #isPasswordValid(client: Client, dn: string, password: string): Promise<boolean> {
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      // Locked and expired accounts have other codes and cannot log in either.
      if (error instanceof ResultCodeError && !NOT_CHECKED.has(error.code)) return false;
      throw error;
    }
  }

  async #person(client: Client, { dn, identity }: FoundEntry): Promise<DirectoryPerson> {
    const { roles, groups, profileFields, pictureAttribute } = this.provider;
    const names = [
      roles?.attribute,
      groups?.attribute,
      pictureAttribute,
      ...profileFields.map(([, attribute]) => attribute),
    ];
    const attributes = [...new Set(names.filter((name) => name !== undefined))];
    const hasAttributes = attributes.length > 0;
    const options: SearchOptions = { scope: 'base', filter: '(objectClass=*)', sizeLimit: 1, attributes };
    const [entry] = hasAttributes ? await this.#search(client, dn, options) : [];
    const values = entry ? attributesOf(entry) : new Map<string, string[]>();
    const claims = mappedAttributes(values, this.provider, await this.#groupsOf(client, dn));
    return { ...identity, claims, picture: pictureIn(values, this.provider) };
  }

  async #groupsOf(client: Client, dn: string): Promise<string[] | undefined> {
    const { groupSearch } = this.provider;
    if (!groupSearch) return undefined;
    // No size limit of ours: the library does not tell whether the directory's limit cut the result, and
    // people would lose groups that they are in.
    const entries = await this.#search(client, groupSearch.base, {
      scope: 'sub',
      filter: groupSearch.filter.replaceAll('{dn}', () => escapeValue(dn)),
      attributes: [groupSearch.attribute],
    });
    if (entries.length > this.#bounds.directoryGroups)
      throw new DirectoryError('the directory lists too many groups for this person');
    return entries.flatMap((entry) =>
      (attributesOf(entry).get(groupSearch.attribute.toLowerCase()) ?? []).map(String),
    );
  }
}
