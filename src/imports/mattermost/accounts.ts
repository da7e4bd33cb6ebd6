// The people and bots of a Mattermost export that belong to the imported team: its members, and others who wrote
// there or share a conversation with members. Mattermost refers to accounts by their names.

import { Role } from '../../model/accounts/roles.ts';
import { timeZone } from '../../model/accounts/time-zones.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedAccount, ImportedDirectory } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import type { GivenAddresses } from '../records/reader.ts';
import { accountWith } from '../shaping/accounts.ts';
import { MissingAddresses } from '../shaping/missing-addresses.ts';
import { fullNameOf, PlaceholderAddresses } from '../shaping/names.ts';

const GENERIC_BOT = 1;
const SERVICE = 'mattermost';

/** A person or bot, until all of them have been read. */
interface Candidate {
  readonly username: string;
  readonly account: Omit<Parameters<typeof accountWith>[0], 'id'>;
  readonly isMember: boolean;
  readonly picture: ArchiveFile | undefined;
}

const keyOf = (username: string) => username.toLowerCase();

/** A person's membership in a team; undefined for others. */
function membershipIn(row: Row, team: string): Row | undefined {
  return row.records('teams').find((teamRow) => teamRow.text('name') === team);
}

function roleOf(row: Row, membership: Row | undefined): number {
  const systemRoles = row.text('roles', '').split(' ');
  const teamRoles = membership?.text('roles', '').split(' ') ?? [];
  if (systemRoles.includes('system_guest') || teamRoles.includes('team_guest')) return Role.guest;
  return systemRoles.includes('system_admin') || teamRoles.includes('team_admin') ? Role.owner : Role.member;
}

function zoneOf(row: Row): string {
  const zone = row.value('timezone');
  if (typeof zone !== 'object' || zone === null || Array.isArray(zone)) return '';
  const { useAutomaticTimezone, automaticTimezone, manualTimezone } = zone as Record<string, unknown>;
  try {
    return timeZone.decode(
      String(useAutomaticTimezone) === 'true' ? automaticTimezone : manualTimezone,
      'timezone',
    );
  } catch {
    return '';
  }
}

export class MattermostAccounts {
  readonly #team: string;
  readonly #notes: Notes;
  readonly #candidates = new Map<string, Candidate>();
  readonly #owners = new Map<string, string>();
  readonly #accounts: ImportedAccount[] = [];
  readonly #byName = new Map<string, number>();
  readonly #avatars: ImportedDirectory['avatars'][number][] = [];
  readonly #missing: MissingAddresses;
  readonly #addresses = new PlaceholderAddresses(SERVICE);

  constructor(team: string, notes: Notes, addresses: GivenAddresses | undefined) {
    this.#missing = new MissingAddresses(addresses);
    this.#team = team;
    this.#notes = notes;
  }

  /** Adds a person; returns their membership in the team. */
  addPerson(row: Row, picture: ArchiveFile | undefined): Row | undefined {
    const username = row.text('username');
    const membership = membershipIn(row, this.#team);
    const names = [row.text('first_name', ''), row.text('last_name', '')].join(' ').trim();
    const isActive = row.number('delete_at', 0) === 0 && membership !== undefined;
    const email = this.#missing.givenFor(username) ?? row.text('email', '');
    if (isEmailAddress(email)) this.#addresses.reserve(email);
    const account = {
      email: isEmailAddress(email) ? email : '',
      fullName: fullNameOf(names || row.text('nickname', ''), fullNameOf(username, 'Someone')),
      role: roleOf(row, membership),
      isActive,
      isStub: membership === undefined,
      timezone: zoneOf(row),
    };
    this.#addCandidate(row, { username, account, isMember: membership !== undefined, picture });
    return membership;
  }

  /** Assigns addresses to people without one, once all other addresses are known. */
  #giveAddresses(): void {
    for (const [key, candidate] of this.#candidates) {
      const { username, account } = candidate;
      if (account.email !== '') continue;
      const email = account.isActive
        ? this.#missing.assign({ id: username, name: username }, this.#addresses)
        : this.#addresses.assign(username);
      this.#candidates.set(key, { ...candidate, account: { ...account, email } });
    }
  }

  addBot(row: Row): void {
    const username = row.text('username');
    const account = {
      email: this.#addresses.assign(username, '-bot'),
      fullName: fullNameOf(row.text('display_name', ''), fullNameOf(username, 'Bot')),
      role: Role.member,
      isActive: row.number('delete_at', 0) === 0,
      botType: GENERIC_BOT,
    };
    this.#owners.set(keyOf(username), row.text('owner', ''));
    this.#candidates.delete(keyOf(username));
    // Bots belong to no team: those that wrote in it are imported.
    this.#addCandidate(row, { username, account, isMember: false, picture: undefined });
  }

  #addCandidate(row: Row, candidate: Candidate): void {
    if (this.#candidates.has(keyOf(candidate.username))) throw row.error('username', 'appears twice.');
    this.#candidates.set(keyOf(candidate.username), candidate);
  }

  /** Numbers the members. @throws InvalidArchiveError if no one could log in */
  begin(): void {
    this.#giveAddresses();
    this.#missing.checkAllReachable('people', this.#notes);
    for (const candidate of this.#candidates.values()) if (candidate.isMember) this.#addAccount(candidate);
  }

  get all(): readonly ImportedAccount[] {
    return this.#accounts;
  }

  get avatars(): ImportedDirectory['avatars'] {
    return this.#avatars;
  }

  isMember(username: string): boolean {
    return this.#candidates.get(keyOf(username))?.isMember ?? false;
  }

  /** The account with a name, if it was already added. */
  find(username: string): ImportedAccount | undefined {
    const id = this.#byName.get(keyOf(username));
    return id === undefined ? undefined : this.#accounts[id - 1];
  }

  /** The account of a sender; adds people who are not members of the team. */
  senderId(username: string): number {
    const existingId = this.#byName.get(keyOf(username));
    if (existingId !== undefined) return existingId;
    const candidate = this.#candidates.get(keyOf(username));
    if (candidate?.account.botType !== GENERIC_BOT)
      this.#notes.add(
        'people',
        'they are not in the team; their messages were imported under deactivated accounts',
      );
    if (candidate) return this.#addAccount(candidate);
    const account = {
      email: this.#addresses.assign(username),
      fullName: fullNameOf(username, 'Someone'),
      role: Role.member,
      isActive: false,
      isStub: true,
    };
    return this.#addAccount({ username, account, isMember: false, picture: undefined });
  }

  #addAccount({ username, account, picture }: Candidate): number {
    const id = this.#accounts.length + 1;
    const owner = this.#owners.get(keyOf(username));
    const botOwnerId = owner === undefined ? null : (this.#byName.get(keyOf(owner)) ?? null);
    this.#accounts.push(accountWith({ ...account, id, botOwnerId }));
    this.#byName.set(keyOf(username), id);
    if (picture) this.#avatars.push({ accountId: id, file: picture });
    return id;
  }
}
