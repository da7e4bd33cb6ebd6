// Adds very many people to the demo organization with a few SQL statements.

import type { Writer } from '../../src/storage/reader-writer.ts';

/** Inserts copies of one person, without an API key, until the organization has `size` people. */
async function copyPeople(writer: Writer, exampleId: number, size: number): Promise<void> {
  const columns = await writer.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', exampleId)
    .executeTakeFirstOrThrow();
  const names = Object.keys(columns).filter((name) => name !== 'id');
  const [row] = await writer.execute('select count(*) as count, max(id) as newest from account', []);
  const changedColumns: Record<string, string> = {
    email_key: `email_key || '+' || (n + ${row?.newest})`,
    api_key_hash: 'null',
    api_key_sealed: 'null',
  };
  await writer.execute(
    `insert into account (${names.join(', ')})
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${size - Number(row?.count)})
     select ${names.map((name) => changedColumns[name] ?? name).join(', ')} from account, numbers where id = ${exampleId}`,
    [],
  );
}

/** Grows the organization to `size` people, all subscribed to the given channel, if any. */
export async function fillWithPeople(
  writer: Writer,
  { like, size, channelId }: { readonly like: number; readonly size: number; readonly channelId?: number },
): Promise<void> {
  await copyPeople(writer, like, size);
  const from = writer.nextSequence();
  const without = (table: string, condition = '') =>
    `from account where not exists (select 1 from ${table} t where t.account_id = account.id ${condition})`;
  const statements = [
    `insert into account_period select organization_id, id, ${from}, null ${without('account_period')}`,
    `insert into role_period select organization_id, id, ${from}, null, role ${without('role_period')}`,
  ];
  if (channelId !== undefined) {
    const inChannel = `and t.channel_id = ${channelId}`;
    statements.push(
      `insert into subscription_period (organization_id, account_id, channel_id, from_sequence, to_sequence)
       select organization_id, id, ${channelId}, ${from}, null ${without('subscription_period', inChannel)}`,
      `insert into subscription (organization_id, account_id, channel_id, is_active, color, is_muted, pin_to_top)
       select organization_id, id, ${channelId}, 1, '#c2c2c2', 0, 0 ${without('subscription', inChannel)}`,
      `update channel set subscriber_count = (select count(*) from subscription where channel_id = ${channelId})
       where id = ${channelId}`,
    );
  }
  for (const statement of statements) await writer.execute(statement, []);
  writer.emit({
    type: '_changed',
    audience: { kind: 'nobody' },
    payload: {},
    touches: { accounts: [], channels: channelId === undefined ? [] : [channelId], subscriptions: [] },
  });
}

/**
 * Creates public channels like an existing one, each with the next `subscribers` people of the organization in
 * rotation. The account `always` is subscribed to all of them.
 */
export async function fillWithChannels(
  writer: Writer,
  options: {
    readonly like: number;
    readonly count: number;
    readonly subscribers: number;
    readonly always?: number;
  },
): Promise<void> {
  const { like, count, subscribers, always } = options;
  const row = await writer.db
    .selectFrom('channel')
    .selectAll()
    .where('id', '=', like)
    .executeTakeFirstOrThrow();
  const [highest] = await writer.execute('select max(id) as id from channel', []);
  const before = Number(highest?.id);
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const names = Object.keys(row).filter((name) => name !== 'id');
  const changedColumns: Record<string, string> = {
    name: `'crowd ' || n`,
    name_key: `'crowd ' || n`,
    subscriber_count: String(subscribers + (always === undefined ? 0 : 1)),
  };
  const columns = names.map((name) => changedColumns[name] ?? name).join(', ');
  await writer.execute(
    `insert into channel (${names.join(', ')}) ${numbers} select ${columns} from channel, numbers where id = ${like}`,
    [],
  );
  const from = writer.nextSequence();
  const channels = `(select id, row_number() over (order by id) as number from channel where id > ${before}) c`;
  const people = `(select id, row_number() over (order by id) - 1 as number, count(*) over () as total
    from account where bot_type is null and is_system_bot = 0 and is_active = 1) p`;
  // Each channel takes the next people of the rotation.
  const members = `from ${channels} join ${people}
    on (p.number - (c.number * ${subscribers}) % p.total + p.total) % p.total < ${subscribers}`;
  const own = always === undefined ? 'false' : `p.id = ${always}`;
  const all = [members, ...(always === undefined ? [] : [`from ${channels} join ${people} on ${own}`])];
  for (const [index, source] of all.entries()) {
    const isNew =
      index === 0
        ? ''
        : `where not exists (select 1 from subscription s
      where s.account_id = p.id and s.channel_id = c.id)`;
    await writer.execute(
      `insert into subscription (organization_id, account_id, channel_id, is_active, color, is_muted, pin_to_top)
       select 1, p.id, c.id, 1, '#c2c2c2', 0, 0 ${source} ${isNew}`,
      [],
    );
  }
  await writer.execute(
    `insert into subscription_period (organization_id, account_id, channel_id, from_sequence, to_sequence)
     select organization_id, account_id, channel_id, ${from}, null from subscription where channel_id > ${before}`,
    [],
  );
  const createdChannels = await writer.execute(`select id from channel where id > ${before}`, []);
  writer.emit({
    type: '_changed',
    audience: { kind: 'nobody' },
    payload: {},
    touches: { accounts: [], channels: createdChannels.map(({ id }) => Number(id)), subscriptions: [] },
  });
}
