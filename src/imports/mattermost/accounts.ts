// The people and bots of a Mattermost export, as far as they belong to the team that comes: its members, and whoever has
// written there or is in a conversation with members. Mattermost calls them by their names.

import { Role } from '../../model/accounts/roles.ts';
import { timeZone } from '../../model/accounts/time-zones.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { Row } from '../archive/tables.ts';
import type { ImportedAccount, ImportedDirectory } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import type { GivenAddresses } from '../records/reader.ts';
import { accountWith } from '../shaping/accounts.ts';
import { MissingAddresses } from '../shaping/missing-addresses.ts';
import { AddressesOfNobody, fullNameOf } from '../shaping/names.ts';

const GENERIC_BOT = 1;
const SERVICE = 'mattermost';

/** What of a person or bot is kept until all of them have come. */
interface Told {
  readonly username: string;
  readonly account: Omit<Parameters<typeof accountWith>[0], 'id'>;
  readonly isMember: boolean;
  readonly picture: ArchiveFile | undefined;
}

const keyOf = (username: string) => username.toLowerCase();

/** The roles of somebody in a team; undefined for whom is not in it. */
function membershipIn(row: Row, team: string): Row | undefined {
  return row.records('teams').find((one) => one.text('name') === team);
}

function roleOf(row: Row, membership: Row | undefined): number {
  const own = row.text('roles', '').split(' ');
  const there = membership?.text('roles', '').split(' ') ?? [];
  if (own.includes('system_guest') || there.includes('team_guest')) return Role.guest;
  return own.includes('system_admin') || there.includes('team_admin') ? Role.owner : Role.member;
}

function zoneOf(row: Row): string {
  const zone = row.any('timezone');
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

/** The people and bots of one team. */
export class MattermostAccounts {
  readonly #team: string;
  readonly #notes: Notes;
  readonly #told = new Map<string, Told>();
  readonly #owners = new Map<string, string>();
  readonly #accounts: ImportedAccount[] = [];
  readonly #byName = new Map<string, number>();
  readonly #avatars: ImportedDirectory['avatars'][number][] = [];
  readonly #missing: MissingAddresses;
  readonly #addresses = new AddressesOfNobody(SERVICE);

  constructor(team: string, notes: Notes, given: GivenAddresses | undefined) {
    this.#missing = new MissingAddresses(given);
    this.#team = team;
    this.#notes = notes;
  }

  /** Notes a person; gives their membership of the team. */
  addPerson(row: Row, picture: ArchiveFile | undefined): Row | undefined {
    const username = row.text('username');
    const membership = membershipIn(row, this.#team);
    const names = [row.text('first_name', ''), row.text('last_name', '')].join(' ').trim();
    const isActive = row.number('delete_at', 0) === 0 && membership !== undefined;
    const email = this.#missing.givenFor(username) ?? row.text('email', '');
    if (isEmailAddress(email)) this.#addresses.keep(email);
    const account = {
      email: isEmailAddress(email) ? email : '',
      fullName: fullNameOf(names || row.text('nickname', ''), fullNameOf(username, 'Somebody')),
      role: roleOf(row, membership),
      isActive,
      isStub: membership === undefined,
      timezone: zoneOf(row),
    };
    this.#tell(row, { username, account, isMember: membership !== undefined, picture });
    return membership;
  }

  /** Gives addresses to people without one, once those of all others are known. */
  #giveAddresses(): void {
    for (const [key, told] of this.#told) {
      const { username, account } = told;
      if (account.email !== '') continue;
      const email = account.isActive
        ? this.#missing.take({ id: username, name: username }, this.#addresses)
        : this.#addresses.take(username);
      this.#told.set(key, { ...told, account: { ...account, email } });
    }
  }

  addBot(row: Row): void {
    const username = row.text('username');
    const account = {
      email: this.#addresses.take(username, '-bot'),
      fullName: fullNameOf(row.text('display_name', ''), fullNameOf(username, 'Bot')),
      role: Role.member,
      isActive: row.number('delete_at', 0) === 0,
      botType: GENERIC_BOT,
    };
    this.#owners.set(keyOf(username), row.text('owner', ''));
    this.#told.delete(keyOf(username));
    // Bots belong to no team: those come that have written there.
    this.#tell(row, { username, account, isMember: false, picture: undefined });
  }

  #tell(row: Row, told: Told): void {
    if (this.#told.has(keyOf(told.username))) throw row.refusal('username', 'is there twice.');
    this.#told.set(keyOf(told.username), told);
  }

  /** Numbers the members; refuses those whom nobody could become. */
  begin(): void {
    this.#giveAddresses();
    this.#missing.refuseUnreachable('people', this.#notes);
    for (const told of this.#told.values()) if (told.isMember) this.#keep(told);
  }

  get all(): readonly ImportedAccount[] {
    return this.#accounts;
  }

  get avatars(): ImportedDirectory['avatars'] {
    return this.#avatars;
  }

  isMember(username: string): boolean {
    return this.#told.get(keyOf(username))?.isMember ?? false;
  }

  /** The account with a name; undefined where nobody has it who has come so far. */
  known(username: string): ImportedAccount | undefined {
    const id = this.#byName.get(keyOf(username));
    return id === undefined ? undefined : this.#accounts[id - 1];
  }

  /** The account of whoever has written something; whoever is no member comes by it. */
  of(username: string): number {
    const present = this.#byName.get(keyOf(username));
    if (present !== undefined) return present;
    const told = this.#told.get(keyOf(username));
    if (told?.account.botType !== GENERIC_BOT)
      this.#notes.add(
        'people',
        'they do not belong to the team; what they wrote came, by deactivated accounts',
      );
    if (told) return this.#keep(told);
    const account = {
      email: this.#addresses.take(username),
      fullName: fullNameOf(username, 'Somebody'),
      role: Role.member,
      isActive: false,
      isStub: true,
    };
    return this.#keep({ username, account, isMember: false, picture: undefined });
  }

  #keep({ username, account, picture }: Told): number {
    const id = this.#accounts.length + 1;
    const owner = this.#owners.get(keyOf(username));
    const botOwnerId = owner === undefined ? null : (this.#byName.get(keyOf(owner)) ?? null);
    this.#accounts.push(accountWith({ ...account, id, botOwnerId }));
    this.#byName.set(keyOf(username), id);
    if (picture) this.#avatars.push({ accountId: id, file: picture });
    return id;
  }
}
