// An account, a person's or a bot's, as the server holds it in memory.

import type { Selectable } from 'kysely';
import { DAY } from '../../api-contract/time.ts';
import type { AccountTable } from '../../storage/schema.ts';
import type { Role } from './roles.ts';
import { decodeUserSettings, type UserSettings } from './settings.ts';

export type AccountRow = Selectable<AccountTable>;

export interface Account {
  readonly id: number;
  readonly organizationId: number;
  /** The real address. Who may see it: `rules.ts`. */
  readonly email: string;
  /** False until the person shows that they read the address: nothing private is mailed to it, and no provider opens it. */
  readonly isEmailConfirmed: boolean;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isDeleted: boolean;
  readonly isImportedStub: boolean;
  readonly isBot: boolean;
  readonly botType: number | null;
  readonly botOwnerId: number | null;
  readonly isSystemBot: boolean;
  readonly dateJoined: number;
  readonly timezone: string;
  /** `G` from an external avatar service, `J` drawn by clients or by the server, `U` uploaded. */
  readonly avatarSource: string;
  readonly avatarVersion: number;
  /** Names the uploaded picture's folder; null while there is none. */
  readonly avatarKey: string | null;
  readonly settings: UserSettings;
  /** What was handed out under another one has ended. */
  readonly accessVersion: number;
  readonly canCreateUsers: boolean;
  readonly canChangeUserEmails: boolean;
  readonly canForgeSender: boolean;
  readonly defaultSendingChannelId: number | null;
  readonly defaultEventsChannelId: number | null;
  readonly defaultAllPublicChannels: boolean;
  readonly readBase: number;
}

/** The account of a row. */
export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    isEmailConfirmed: row.is_email_confirmed === 1,
    fullName: row.full_name,
    role: row.role as Role,
    isActive: row.is_active === 1,
    isDeleted: row.is_deleted === 1,
    isImportedStub: row.is_imported_stub === 1,
    isBot: row.bot_type !== null,
    botType: row.bot_type,
    botOwnerId: row.bot_owner_id,
    isSystemBot: row.is_system_bot === 1,
    dateJoined: row.date_joined,
    timezone: row.timezone,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
    avatarKey: row.avatar_key,
    settings: decodeUserSettings(row.settings),
    accessVersion: row.access_version,
    canCreateUsers: row.can_create_users === 1,
    canChangeUserEmails: row.can_change_user_emails === 1,
    canForgeSender: row.can_forge_sender === 1,
    defaultSendingChannelId: row.default_sending_channel_id,
    defaultEventsChannelId: row.default_events_channel_id,
    defaultAllPublicChannels: row.default_all_public_channels === 1,
    readBase: row.read_base,
  };
}

/** Whole days since an account was made; waiting periods are counted in them. */
export function ageInDays(account: Pick<Account, 'dateJoined'>, now: number): number {
  return Math.floor((now - account.dateJoined) / DAY);
}
