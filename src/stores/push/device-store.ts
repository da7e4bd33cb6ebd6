// Devices registered for push notifications.

import type { DeviceRow } from '../../model/push/push-device.ts';
import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const ofAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('client_device').selectAll().where('account_id', '=', p.account).orderBy('id'),
);
const deviceById = preparedRead<{ account: number; id: number }>()((db, p) =>
  db.selectFrom('client_device').selectAll().where('id', '=', p.id).where('account_id', '=', p.account),
);
const withTokenOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('client_device')
    .selectAll()
    .where('account_id', 'in', idsOf(engine, p.ids))
    .where('token_id', 'is not', null)
    .orderBy('id'),
);
const withToken = preparedRead<{ organization: number; tokens: string }>()((db, p, engine) =>
  db
    .selectFrom('client_device')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('token_id', 'in', textsOf(engine, p.tokens)),
);

/** The devices of an account, oldest first. */
export function devicesOf(reader: Reader, accountId: number): Promise<DeviceRow[]> {
  return ofAccount.all(reader, { account: accountId });
}

export function deviceOf(reader: Reader, accountId: number, id: number): Promise<DeviceRow | undefined> {
  return deviceById.first(reader, { account: accountId, id });
}

/** The devices of accounts that have a push token. */
export function activeDevicesOf(reader: Reader, accountIds: readonly number[]): Promise<DeviceRow[]> {
  return withTokenOf.all(reader, { ids: JSON.stringify(accountIds) });
}

/** The devices with any of the tokens. */
export function devicesWithTokens(reader: Reader, tokenIds: readonly string[]): Promise<DeviceRow[]> {
  return withToken.all(reader, { organization: reader.organizationId, tokens: JSON.stringify(tokenIds) });
}

/** Stores a device without keys or tokens and returns its id. */
export async function insertDevice(
  writer: Writer,
  accountId: number,
  organizationUrl: string,
): Promise<number> {
  const { id } = await writer.db
    .insertInto('client_device')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      organization_url: organizationUrl,
      push_key_sealed: null,
      push_key_id: null,
      token_id: null,
      token_kind: null,
      pending_token_id: null,
      token_updated_at: null,
      error_code: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDevice(
  writer: Writer,
  id: number,
  changes: Partial<Omit<DeviceRow, 'id' | 'organization_id' | 'account_id'>>,
): Promise<void> {
  await writer.db
    .updateTable('client_device')
    .set(changes)
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** Removes devices of the organization. */
export async function deleteDevices(writer: Writer, ids: readonly number[]): Promise<void> {
  await writer.db
    .deleteFrom('client_device')
    .where('organization_id', '=', writer.organizationId)
    .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .execute();
}
