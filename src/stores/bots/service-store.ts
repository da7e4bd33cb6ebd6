// Reads and writes the services that bots are connected to.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { sealColumn } from '../sealed-column.ts';
import { type BotService, sealedConfig, serviceOf } from './bot-service.ts';

const servicesOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('bot_service').selectAll().where('organization_id', '=', p.organization),
);

/** All services of the organization, by bot. */
export async function readServices(reader: Reader, keyring: Keyring): Promise<Map<number, BotService>> {
  const rows = await servicesOfOrganization.all(reader, { organization: reader.organizationId });
  return new Map(rows.map((row) => [row.account_id, serviceOf(keyring, row)]));
}

/** The service of a bot; undefined for most. */
export async function readService(
  reader: Reader,
  keyring: Keyring,
  accountId: number,
): Promise<BotService | undefined> {
  const row = await reader.db
    .selectFrom('bot_service')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('organization_id', '=', reader.organizationId)
    .executeTakeFirst();
  return row && serviceOf(keyring, row);
}

/** Stores the service of a bot, replacing an earlier one. */
export async function putService(writer: Writer, keyring: Keyring, service: BotService): Promise<void> {
  const columns = {
    name: service.name,
    base_url: service.baseUrl,
    interface: service.interface,
    token: sealColumn(keyring, 'bot-token', service.token),
    config: sealedConfig(keyring, service.config),
  };
  await writer.db
    .insertInto('bot_service')
    .values({ account_id: service.accountId, organization_id: writer.organizationId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id']).doUpdateSet(columns))
    .execute();
}
