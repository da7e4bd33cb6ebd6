// The people of a Microsoft Teams export: members of the team, other senders, and apps.

import { Role } from '../../model/accounts/roles.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedAccount } from '../records/directory.ts';
import type { People } from '../shaping/people.ts';

/** The user name of a guest from another tenant, made of their address: `ann_ship.example#EXT#@tenant`. */
const EXTERNAL = /^(.+)_([^_]+)#EXT#@.*$/i;

function addressIn(row: Row | undefined): string {
  const address =
    row?.text('email', '') ||
    row?.text('mail', '') ||
    row?.text('userName', '') ||
    row?.text('userPrincipalName', '') ||
    '';
  return address.replace(EXTERNAL, '$1@$2').trim();
}

function isExternal(row: Row | undefined): boolean {
  const names = [row?.text('userName', ''), row?.text('userPrincipalName', '')];
  return row?.text('userType', '') === 'Guest' || names.some((name) => name?.includes('#EXT#'));
}

/** The id of a member, in `userId`; PowerShell nests it one level deeper. */
export function memberIdIn(row: Row): string {
  return row.text('userId', '') || row.record('additionalProperties').text('userId', '');
}

export class TeamsPeople {
  readonly people: People;
  readonly #users = new Map<string, Row>();

  constructor(people: People) {
    this.people = people;
  }

  /** Stores the entry of a person in the tenant's directory. The person may or may not be imported. */
  addUser(row: Row): void {
    this.#users.set(row.text('id'), row);
  }

  accountOfMember(row: Row): number {
    const id = memberIdIn(row);
    const user = this.#users.get(id);
    const name = row.text('displayName', '') || row.text('name', '') || (user?.text('displayName', '') ?? '');
    const email = addressIn(user) || addressIn(row) || addressIn(row.record('additionalProperties'));
    const roles = [...row.texts('roles'), row.text('role', '')].map((role) => role.toLowerCase());
    const isGuest = roles.includes('guest') || isExternal(row) || isExternal(user);
    return this.people.accountOf({
      id,
      handle: email || name || id,
      fullName: name,
      email,
      role: roles.includes('owner') ? Role.owner : isGuest ? Role.guest : Role.member,
      isActive: user?.flag('accountEnabled', true) ?? true,
    }).id;
  }

  find(id: string): ImportedAccount | undefined {
    return this.people.find(id);
  }

  /** The account of a message's author; undefined if there is none, as for notices. */
  accountOfAuthor(row: Row): number | undefined {
    const from = row.record('from');
    const user = from.record('user');
    const id = user.text('id', '');
    if (id !== '') return this.#sender(id, user.text('displayName', ''));
    const application = from.record('application');
    const name = application.text('displayName', '');
    const applicationId = application.text('id', '') || name;
    if (applicationId === '') return undefined;
    return this.people.accountOf({ id: applicationId, handle: name || 'app', isBot: true }).id;
  }

  #sender(id: string, displayName: string): number {
    const existing = this.find(id);
    if (existing) return existing.id;
    const user = this.#users.get(id);
    const name = displayName || (user?.text('displayName', '') ?? '');
    return this.people.addUnlisted({
      id,
      handle: name || 'former member',
      fullName: name || 'Former member',
      email: addressIn(user),
    }).id;
  }
}
