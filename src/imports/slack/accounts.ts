// The people and bots of a Slack export: those that it lists, and those that occur only in messages. Slack's ids
// are texts; accounts are numbered here, beginning with the primary owner.

import { Role } from '../../model/accounts/roles.ts';
import { timeZone } from '../../model/accounts/time-zones.ts';
import { textKey } from '../../model/text-key.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedAccount, ImportedDirectory } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import type { GivenAddresses } from '../records/reader.ts';
import { accountWith } from '../shaping/accounts.ts';
import { MissingAddresses } from '../shaping/missing-addresses.ts';
import { fullNameOf, PlaceholderAddresses } from '../shaping/names.ts';

const GENERIC_BOT = 1;
const SLACKBOT = 'USLACKBOT';
const SERVICE = 'slack';
/** Avatars that Slack generated have hashes that begin with this. */
const GENERATED_AVATAR = /^g/;

function roleOf(row: Row): number {
  if (row.flag('is_restricted') || row.flag('is_ultra_restricted')) return Role.guest;
  if (row.flag('is_primary_owner') || row.flag('is_owner')) return Role.owner;
  return row.flag('is_admin') ? Role.administrator : Role.member;
}

function zoneOf(row: Row): string {
  try {
    return timeZone.decode(row.value('tz'), 'tz');
  } catch {
    // Unknown time zones are left to the browser.
    return '';
  }
}

/** The team of an export: that of its primary owner, or else of most people. */
function teamOf(rows: readonly Row[]): string {
  const owner = rows.find((row) => row.flag('is_primary_owner'));
  if (owner) return owner.text('team_id', '');
  const counts = new Map<string, number>();
  for (const row of rows) {
    const team = row.text('team_id', '');
    if (team !== '') counts.set(team, (counts.get(team) ?? 0) + 1);
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0];
}

/** Whether a person belongs to another team, and was only in channels shared with it. */
function isFromOtherTeam(row: Row, team: string): boolean {
  const ownTeam = row.text('team_id', '');
  return row.flag('is_stranger') || (ownTeam !== '' && team !== '' && ownTeam !== team);
}

function isBot(row: Row): boolean {
  return row.flag('is_bot') || row.text('id') === SLACKBOT;
}

function isActivePerson(row: Row, team: string): boolean {
  return !isBot(row) && !row.flag('deleted') && !isFromOtherTeam(row, team);
}

/** The address of each person and bot that has one: the provided one, or else that of the export. */
function addressesOf(rows: readonly Row[], missing: MissingAddresses): Map<Row, string> {
  const found = new Map<Row, string>();
  for (const row of rows) {
    const email = missing.givenFor(row.text('id')) ?? row.record('profile').text('email', '').trim();
    if (isEmailAddress(email)) found.set(row, email);
  }
  return found;
}

/** Assigns each address to one person: of several, an active one, or else the first. */
function uniqueAddresses(addresses: ReadonlyMap<Row, string>, team: string): Map<Row, string> {
  const holders = new Map<string, Row>();
  for (const [row, email] of addresses) {
    const other = holders.get(textKey(email));
    if (other && !isActivePerson(row, team)) continue;
    if (other && isActivePerson(other, team))
      throw row.error(
        'profile',
        `has the same address as ${JSON.stringify(other.text('name', other.text('id')))}, who is also active. ` +
          'Set another one with --addresses FILE (lines of id,address).',
      );
    holders.set(textKey(email), row);
  }
  return new Map([...holders.values()].map((row) => [row, addresses.get(row) ?? '']));
}

export class SlackAccounts {
  readonly #accounts: ImportedAccount[] = [];
  readonly #byId = new Map<string, number>();
  readonly #addresses = new PlaceholderAddresses(SERVICE);
  readonly #avatars: ImportedDirectory['avatars'][number][] = [];
  readonly #notes: Notes;
  readonly #team: string;
  readonly #missing: MissingAddresses;
  readonly #allAddresses: ReadonlyMap<Row, string>;
  readonly #uniqueAddresses: ReadonlyMap<Row, string>;
  #ownerId: number | null = null;

  /** `rows` are those of `users.json`. */
  constructor(rows: readonly Row[], notes: Notes, addresses: GivenAddresses | undefined) {
    this.#notes = notes;
    this.#missing = new MissingAddresses(addresses);
    const isPrimaryOwner = (row: Row) => row.flag('is_primary_owner');
    const unique = withoutDuplicates(rows, notes);
    const ordered = [...unique.filter(isPrimaryOwner), ...unique.filter((row) => !isPrimaryOwner(row))];
    this.#team = teamOf(ordered);
    this.#allAddresses = addressesOf(ordered, this.#missing);
    this.#uniqueAddresses = uniqueAddresses(this.#allAddresses, this.#team);
    for (const email of this.#uniqueAddresses.values()) this.#addresses.reserve(email);
    for (const row of ordered) this.#add(row);
    this.#missing.checkAllReachable('users.json', notes);
  }

  get all(): readonly ImportedAccount[] {
    return this.#accounts;
  }

  get avatars(): ImportedDirectory['avatars'] {
    return this.#avatars;
  }

  /** The account with an id of Slack; undefined if it was not added yet. */
  find(slackId: string): ImportedAccount | undefined {
    const id = this.#byId.get(slackId);
    return id === undefined ? undefined : this.#accounts[id - 1];
  }

  /** The account of a person; creates a deactivated one for people whom the export does not list. */
  accountOfPerson(slackId: string, name: string | undefined): number {
    const existingId = this.#byId.get(slackId);
    if (existingId !== undefined) return existingId;
    if (slackId === SLACKBOT) return this.accountOfBot(slackId, 'Slackbot');
    this.#notes.add(
      'people',
      'they are not in the list of people; their messages were imported under deactivated accounts',
    );
    return this.#addAccount(slackId, {
      email: this.#addresses.assign(slackId),
      fullName: fullNameOf(name ?? '', slackId),
      role: Role.member,
      isActive: false,
      isStub: true,
    });
  }

  /** The account of a bot or webhook. */
  accountOfBot(slackId: string, name: string): number {
    const existingId = this.#byId.get(slackId);
    if (existingId !== undefined) return existingId;
    const fullName = fullNameOf(name, 'Slack bot');
    return this.#addAccount(slackId, {
      email: this.#botAddress(fullName),
      fullName,
      role: Role.member,
      botType: GENERIC_BOT,
      botOwnerId: this.#ownerId,
    });
  }

  #add(row: Row): void {
    const slackId = row.text('id');
    const profile = row.record('profile');
    const email = this.#uniqueAddresses.get(row);
    if (email === undefined && this.#allAddresses.has(row))
      this.#notes.add('addresses', 'another person has them, who is active or was listed before');
    const name = profile.text('real_name', '') || row.text('real_name', '') || row.text('name', '');
    const fullName = fullNameOf(name, slackId);
    const isOfOtherTeam = isFromOtherTeam(row, this.#team);
    if (isBot(row)) {
      this.#addAccount(slackId, {
        email: email ?? this.#botAddress(fullName),
        fullName,
        role: Role.member,
        isActive: !row.flag('deleted') && !isOfOtherTeam,
        botType: GENERIC_BOT,
        botOwnerId: this.#ownerId,
      });
    } else {
      const id = this.#addAccount(slackId, {
        email: email ?? this.#missingAddress(row, slackId),
        fullName,
        role: isOfOtherTeam ? Role.member : roleOf(row),
        isActive: !row.flag('deleted') && !isOfOtherTeam,
        isStub: isOfOtherTeam,
        timezone: zoneOf(row),
      });
      if (row.flag('is_primary_owner')) this.#ownerId = id;
    }
    this.#addAvatar(slackId, profile);
  }

  #addAvatar(slackId: string, profile: Row): void {
    const accountId = this.#byId.get(slackId);
    const address = profile.text('image_original', '') || profile.text('image_512', '');
    const isMade = GENERATED_AVATAR.test(profile.text('avatar_hash', ''));
    if (accountId !== undefined && !isMade && /^https?:\/\//.test(address) && URL.canParse(address))
      this.#avatars.push({ accountId, file: { address } });
  }

  /** An address for a person without one in the export. */
  #missingAddress(row: Row, slackId: string): string {
    if (!isActivePerson(row, this.#team)) return this.#addresses.assign(slackId);
    return this.#missing.assign({ id: slackId, name: row.text('name', slackId) }, this.#addresses);
  }

  #botAddress(name: string): string {
    return this.#addresses.assign(name.replaceAll(/bot/gi, ''), '-bot');
  }

  #addAccount(slackId: string, account: Omit<Parameters<typeof accountWith>[0], 'id'>): number {
    const id = this.#accounts.length + 1;
    this.#accounts.push(accountWith({ ...account, id }));
    this.#byId.set(slackId, id);
    return id;
  }
}

/** The rows of `users.json` without duplicates, which exports of several workspaces have. */
function withoutDuplicates(rows: readonly Row[], notes: Notes): Row[] {
  const byId = new Map<string, Row>();
  for (const row of rows) {
    const id = row.text('id');
    if (byId.has(id)) notes.add('people', 'they are listed twice; the first entry was imported');
    else byId.set(id, row);
  }
  return [...byId.values()];
}
