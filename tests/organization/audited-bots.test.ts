// Audit log entries about bots: creation, connections, access to keys, and owners.

import { auditedTable } from './audited-table.ts';

const { olive, mel, mia, secrets, expectEntries, expectNoSecret } = await auditedTable();
const ids: Record<string, number> = {};

expectEntries(
  'a bot is created, gets another webhook address and another key',
  async () => {
    const bot = {
      full_name: 'Deploys',
      short_name: 'deploys',
      bot_type: 3,
      payload_url: 'https://example.com/secret-hook',
    };
    const { user_id: id, api_key: key } = await mel.ok('POST', '/bots', bot);
    ids.bot = id;
    await mel.ok('PATCH', `/bots/${id}`, { service_payload_url: 'https://example.com/secret-other' });
    const { api_key: other } = await mel.ok('POST', `/bots/${id}/api_key/regenerate`);
    secrets.push(key, other, 'secret-hook', 'secret-other');
  },
  () => {
    const own = { acting_user_id: mel.userId, affected_user_id: ids.bot };
    return [
      { kind: 'bot_created', ...own, details: { name: 'Deploys', bot_type: 3 } },
      { kind: 'bot_service_changed', ...own },
      { kind: 'api_key_changed', ...own },
    ];
  },
);
expectEntries(
  "a bot's key is looked up, which is counted within a minute",
  async () => {
    for (let times = 0; times < 3; times++) await mel.ok('GET', `/bots/${ids.bot}/api_key`);
  },
  () => [{ kind: 'api_key_shown', acting_user_id: mel.userId, affected_user_id: ids.bot, count: 3 }],
);
expectEntries(
  'a bot gets another owner',
  () => olive.ok('PATCH', `/bots/${ids.bot}`, { bot_owner_id: mia.userId }),
  () => [
    {
      kind: 'bot_owner_changed',
      affected_user_id: ids.bot,
      details: { old_user_id: mel.userId, new_user_id: mia.userId },
    },
  ],
);
expectNoSecret();
