// Inserts an account within a unit of work: the row and its first periods. Callers add default channels,
// welcome messages and events.

import { apiKeyHash, type Keyring, newApiKey, sealApiKey } from '../../model/accounts/credentials.ts';
import type { Role } from '../../model/accounts/roles.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { newestMessageId } from '../conversations/newest-id.ts';

export interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash?: string | null;
  readonly botType?: number | null;
  readonly botOwnerId?: number | null;
  readonly isSystemBot?: boolean;
  readonly timezone?: string;
  /** JSON of the personal settings that differ from the server's defaults. */
  readonly settings?: string;
  /** By default, the server generates the picture. */
  readonly avatarSource?: string;
  /** Default: true. */
  readonly isEmailConfirmed?: boolean;
}

/** Stores a new active account with a new API key and returns its id. */
export async function insertAccount(writer: Writer, keyring: Keyring, account: NewAccount): Promise<number> {
  const apiKey = newApiKey();
  const newestId = await newestMessageId(writer);
  const { id } = await writer.db
    .insertInto('account')
    .values({
      organization_id: writer.organizationId,
      email: account.email,
      email_key: textKey(account.email),
      is_email_confirmed: account.isEmailConfirmed === false ? 0 : 1,
      full_name: account.fullName,
      role: account.role,
      is_active: 1,
      is_deleted: 0,
      is_imported_stub: 0,
      bot_type: account.botType ?? null,
      bot_owner_id: account.botOwnerId ?? null,
      is_system_bot: account.isSystemBot ? 1 : 0,
      date_joined: writer.now,
      last_login_at: null,
      timezone: account.timezone ?? '',
      avatar_source: account.avatarSource ?? 'J',
      avatar_version: 1,
      password_hash: account.passwordHash ?? null,
      api_key_hash: apiKeyHash(keyring, apiKey),
      api_key_sealed: sealApiKey(keyring, apiKey),
      settings: account.settings ?? '{}',
      can_create_users: 0,
      can_change_user_emails: 0,
      can_forge_sender: 0,
      default_sending_channel_id: null,
      default_events_channel_id: null,
      default_all_public_channels: 0,
      read_base: newestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await beginPeriods(writer, id, account.role);
  return id;
}

/** Begins the periods of activity and of the role at the next log position. */
async function beginPeriods(writer: Writer, accountId: number, role: Role): Promise<void> {
  const period = {
    organization_id: writer.organizationId,
    account_id: accountId,
    from_sequence: writer.nextSequence(),
    to_sequence: null,
  };
  await writer.db.insertInto('account_period').values(period).execute();
  await writer.db
    .insertInto('role_period')
    .values({ ...period, role })
    .execute();
}
