// Inserts people, channels and subscriptions in bulk: creates one of each with the server's functions, and copies its rows
// for the others, with all columns. Only works on the embedded engine.

import { apiKeyHash, type Keyring, newApiKey, sealApiKey } from '../../src/model/accounts/credentials.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { textKey } from '../../src/model/text-key.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { insertChannel } from '../../src/stores/channels/insert-channel.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { addFirstSubscribers } from '../../src/stores/subscriptions/first-subscribers.ts';

interface Person {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
}

/** Copies the row that matches `where` for each element of a list; `changed` has SQL for the columns that differ. */
async function copyRow(
  writer: Writer,
  table: string,
  where: Readonly<Record<string, number>>,
  changed: Readonly<Record<string, string>>,
  list: readonly unknown[],
): Promise<void> {
  const condition = Object.keys(where)
    .map((column) => `original.${column} = ?`)
    .join(' and ');
  const values = Object.values(where);
  const [row] = await writer.execute(`select * from ${table} as original where ${condition}`, values);
  if (!row) throw new Error(`The table ${table} has no row to copy.`);
  const columns = Object.keys(row).filter((column) => column !== 'id');
  await writer.execute(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.map((column) => changed[column] ?? `original.${column}`).join(', ')}
     from json_each(?) as item, ${table} as original where ${condition} order by item.key`,
    [JSON.stringify(list), ...values],
  );
}

/** Creates active members; the first `withKeys` get an API key. The first is an owner. */
export async function fillPeople(
  writer: Writer,
  keyring: Keyring,
  count: number,
  withKeys: number,
): Promise<Person[]> {
  const first = await insertAccount(writer, keyring, {
    email: 'person0@example.com',
    fullName: 'Person 0',
    role: Role.member,
    timezone: 'Europe/Athens',
  });
  const planned = Array.from({ length: count }, (_, number) => {
    const email = `person${number}@example.com`;
    const name = `Person ${number}`;
    if (number >= withKeys) return { email, name, apiKey: '', hash: null, sealed: null };
    const apiKey = newApiKey();
    return { email, name, apiKey, hash: apiKeyHash(keyring, apiKey), sealed: sealApiKey(keyring, apiKey) };
  });
  const copied = {
    email: `item.value ->> 'email'`,
    email_key: `item.value ->> 'key'`,
    full_name: `item.value ->> 'name'`,
    api_key_hash: `item.value ->> 'hash'`,
    api_key_sealed: `item.value ->> 'sealed'`,
  };
  const others = planned
    .slice(1)
    .map(({ email, name, hash, sealed }) => ({ email, key: textKey(email), name, hash, sealed }));
  await copyRow(writer, 'account', { id: first }, copied, others);
  const key = planned[0];
  await writer.execute(
    `update account set role = ${Role.owner}, api_key_hash = ?, api_key_sealed = ? where id = ?`,
    [key?.hash ?? null, key?.sealed ?? null, first],
  );
  const rows = await writer.execute('select id from account where id >= ? order by id', [first]);
  const people = rows.map((row, number) => ({
    id: Number(row.id),
    email: planned[number]?.email ?? '',
    apiKey: planned[number]?.apiKey ?? '',
  }));
  const otherIds = people.slice(1).map((person) => person.id);
  for (const table of ['account_period', 'role_period']) {
    await copyRow(writer, table, { account_id: first }, { account_id: 'item.value' }, otherIds);
  }
  await writer.execute('update role_period set role = ? where account_id = ?', [Role.owner, first]);
  return people;
}

/** Creates a public channel with subscribers; returns its id. */
export async function fillChannel(
  writer: Writer,
  name: string,
  subscriberIds: readonly number[],
): Promise<number> {
  const [first, ...others] = subscriberIds;
  const description = `Everything about ${name}`;
  const channel = await insertChannel(writer, await readOrganization(writer), {
    name,
    description,
    renderedDescription: `<p>${description}</p>`,
    creatorId: first ?? null,
    isPrivate: false,
    isWebPublic: false,
    isHistoryPublic: true,
  });
  if (first === undefined) return channel;
  await addFirstSubscribers(writer, channel, [first]);
  const firstRow = { account_id: first, channel_id: channel };
  for (const table of ['subscription', 'subscription_period']) {
    await copyRow(writer, table, firstRow, { account_id: 'item.value' }, others);
  }
  await writer.execute('update channel set subscriber_count = ? where id = ?', [
    subscriberIds.length,
    channel,
  ]);
  return channel;
}
