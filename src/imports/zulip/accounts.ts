// Converts the people and bots of a Zulip archive.

import { Role } from '../../model/accounts/roles.ts';
import { systemBots } from '../../model/accounts/system-bots.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedAccount } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import { personalSettings } from './organization.ts';

const roles: ReadonlySet<number> = new Set(Object.values(Role));
const GENERIC_BOT = 1;

function roleOf(row: Row): number {
  const role = row.number('role', Role.member);
  if (!roles.has(role)) throw row.error('role', 'is not a role.');
  return role;
}

/** The id of the newest message that a long-idle person received; 0 if there is none. */
function lastReceivedId(row: Row): number {
  return row.value('last_active_message_id') == null ? 0 : row.count('last_active_message_id');
}

/** Converts a row of `zerver_userprofile`. */
export function accountOf(row: Row, notes: Notes): ImportedAccount {
  const isStub = row.flag('is_mirror_dummy');
  return {
    id: row.id('id'),
    email: row.optionalText('delivery_email') || row.text('email'),
    fullName: row.text('full_name'),
    role: roleOf(row),
    isActive: row.flag('is_active', true) && !isStub,
    isStub,
    botType: row.flag('is_bot') ? (row.optionalId('bot_type') ?? GENERIC_BOT) : null,
    botOwnerId: row.optionalId('bot_owner'),
    dateJoined: row.seconds('date_joined', 0),
    lastLoginAt: row.value('last_login') == null ? null : row.seconds('last_login'),
    timezone: row.text('timezone', ''),
    avatarSource: row.text('avatar_source', 'G') === 'J' ? 'J' : 'G',
    avatarVersion: row.count('avatar_version'),
    settings: personalSettings(row, notes),
    canCreateUsers: row.flag('can_create_users'),
    canChangeUserEmails: row.flag('can_change_user_emails'),
    canForgeSender: row.flag('can_forge_sender'),
    defaultSendingChannelId: row.optionalId('default_sending_stream'),
    defaultEventsChannelId: row.optionalId('default_events_register_stream'),
    defaultAllPublicChannels: row.flag('default_all_public_streams'),
    receivedThrough: row.flag('long_term_idle') ? lastReceivedId(row) : undefined,
  };
}

/** The service bots of an archive by id, each with the key of our corresponding bot. */
export function serviceBots(rows: readonly Row[]): Map<number, string> {
  return new Map(
    rows.map((row) => {
      const name = row.text('email').split('@')[0]?.replace('emailgateway', 'email-gateway') ?? '';
      const systemBot = systemBots.find(({ key }) => name === key || name === `${key}-bot`);
      return [row.id('id'), systemBot?.key ?? 'notification'];
    }),
  );
}
