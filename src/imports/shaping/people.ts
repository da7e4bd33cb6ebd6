// The people and bots of an archive that identifies them by text: numbered in the order of their first occurrence,
// each with an email address. For formats whose archives have little about people, or no list of them.

import { Role } from '../../model/accounts/roles.ts';
import { textKey } from '../../model/text-key.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { FileSource, ImportedAccount, ImportedDirectory } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import type { ImportChoices } from '../records/reader.ts';
import { accountWith } from './accounts.ts';
import { MissingAddresses } from './missing-addresses.ts';
import { fullNameOf, PlaceholderAddresses } from './names.ts';

const GENERIC_BOT = 1;

/** The facts that an archive contains about a person or bot. */
export interface ArchivePerson {
  /** The id that the archive uses. */
  readonly id: string;
  /** The user name, also used if the full name is missing. */
  readonly handle: string;
  readonly fullName?: string;
  readonly email?: string;
  readonly role?: number;
  readonly isActive?: boolean;
  /** Wrote in the organization without belonging to it. */
  readonly isStub?: boolean;
  readonly isBot?: boolean;
  readonly timezone?: string;
  readonly avatar?: FileSource | undefined;
}

export class People {
  readonly #notes: Notes;
  readonly #owner: string | undefined;
  readonly #missing: MissingAddresses;
  readonly #addresses: PlaceholderAddresses;
  readonly #accounts: ImportedAccount[] = [];
  readonly #byId = new Map<string, number>();
  readonly #emails = new Set<string>();
  readonly #avatars: ImportedDirectory['avatars'][number][] = [];
  /** People without an address, and their index in the list. Their addresses are made once all others are known. */
  readonly #withoutAddress: { readonly at: number; readonly person: ArchivePerson }[] = [];
  readonly #owners: string[] = [];

  /** `service` is part of the domain of addresses that cannot receive mail. */
  constructor(service: string, { addresses, owner }: ImportChoices, notes: Notes) {
    this.#notes = notes;
    this.#owner = owner;
    this.#missing = new MissingAddresses(addresses);
    this.#addresses = new PlaceholderAddresses(service);
  }

  get avatars(): ImportedDirectory['avatars'] {
    return this.#avatars;
  }

  find(id: string): ImportedAccount | undefined {
    const number = this.#byId.get(id);
    return number === undefined ? undefined : this.#accounts[number - 1];
  }

  /** The account of a person, added at the first call. */
  accountOf(person: ArchivePerson): ImportedAccount {
    const existing = this.find(person.id);
    if (existing) return existing;
    const number = this.#accounts.length + 1;
    const fullName = fullNameOf(person.fullName ?? '', fullNameOf(person.handle, 'Unknown user'));
    const isOwner = this.#owner !== undefined && [person.id, person.handle].includes(this.#owner);
    if (isOwner) this.#owners.push(`${fullName} (${person.id})`);
    const account = accountWith({
      id: number,
      email: this.#emailOf(person, number - 1),
      fullName,
      role: isOwner ? Role.owner : (person.role ?? Role.member),
      isActive: person.isActive ?? true,
      isStub: person.isStub ?? false,
      botType: person.isBot ? GENERIC_BOT : null,
      timezone: person.timezone ?? '',
    });
    this.#accounts.push(account);
    this.#byId.set(person.id, number);
    if (person.avatar) this.#avatars.push({ accountId: number, file: person.avatar });
    return account;
  }

  /** The account of a person whom the archive mentions but does not list: a deactivated one, unless it already exists. */
  addUnlisted(person: ArchivePerson): ImportedAccount {
    const existing = this.find(person.id);
    if (existing) return existing;
    this.#notes.add(
      'people',
      'they are not in the list of people; their messages were imported under deactivated accounts',
    );
    return this.accountOf({ ...person, isActive: false, isStub: true });
  }

  /** All accounts. @throws InvalidArchiveError if an active person has no address, or there is no active owner */
  finish(location: string): readonly ImportedAccount[] {
    for (const { at, person } of this.#withoutAddress) {
      const account = this.#accounts[at];
      if (account) this.#accounts[at] = { ...account, email: this.#makeAddress(person, account) };
    }
    this.#checkOwner(location);
    this.#missing.checkAllReachable(location, this.#notes);
    return this.#accounts;
  }

  #checkOwner(location: string): void {
    if (this.#owner !== undefined && this.#owners.length !== 1) {
      const found =
        this.#owners.length === 0
          ? 'who is not in the archive.'
          : `but several people have this name. Use the ID of one of them: ${this.#owners.slice(0, 50).join(', ')}.`;
      throw new InvalidArchiveError(location, `--owner names ${JSON.stringify(this.#owner)}, ${found}`);
    }
    const canAdminister = this.#accounts.some(
      ({ role, isActive, botType }) => role === Role.owner && isActive && botType === null,
    );
    if (!canAdminister)
      throw new InvalidArchiveError(
        location,
        'the archive does not name administrators. Choose an active person with --owner, by ID or username.',
      );
  }

  /** The address that was provided or listed; empty if one will be made later. */
  #emailOf(person: ArchivePerson, at: number): string {
    const email = this.#missing.givenFor(person.id) ?? person.email?.trim() ?? '';
    const isTaken = this.#emails.has(textKey(email));
    if (!isEmailAddress(email) || isTaken) {
      if (isTaken) this.#notes.add('addresses', 'another person has them');
      this.#withoutAddress.push({ at, person });
      return '';
    }
    this.#emails.add(textKey(email));
    this.#addresses.reserve(email);
    return email;
  }

  #makeAddress({ id, handle }: ArchivePerson, { isActive, botType, fullName }: ImportedAccount): string {
    if (botType !== null) return this.#addresses.assign(handle, '-bot');
    if (!isActive) return this.#addresses.assign(handle);
    return this.#missing.assign({ id, name: handle || fullName }, this.#addresses);
  }
}
