// A bot with a secret accepts only requests signed with it, each once; the secret is stored encrypted, and returned only to
// the bot's owner.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { inGeneral, SECRET, star, startServiceFixture } from './service-fixture.ts';

const { deliveries, makeBot, mel, post, server } = await startServiceFixture();

describe('with a secret', async () => {
  const bot = await makeBot('Signed', { config_data: { secret: SECRET } });
  const signed = (body: string, secret = SECRET) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
  const body = JSON.stringify(star);

  test('a signed request is accepted once', async () => {
    const request = { ...inGeneral, headers: signed(body) };
    assert.equal((await post(bot.key, body, request)).status, 200);
    const replayed = await post(bot.key, body, {
      ...request,
      headers: { ...signed(body), 'x-github-delivery': 'new' },
    });
    assert.deepEqual([replayed.status, replayed.body.code], [400, 'WEBHOOK_REPLAYED']);
    assert.deepEqual(await deliveries(bot.id), ['refused', 'sent star']);
  });

  for (const [what, headers, message] of [
    ['without a signature', {}, 'The request is not signed: the header X-Hub-Signature-256 is missing.'],
    [
      'with another secret',
      signed(body, 'x'),
      'The signature in X-Hub-Signature-256 does not match the secret of this bot.',
    ],
    [
      'with the signature of another body',
      signed('{}'),
      'The signature in X-Hub-Signature-256 does not match the secret of this bot.',
    ],
  ] as const) {
    test(`a request ${what} is refused`, async () => {
      const answer = await post(bot.key, body, { ...inGeneral, headers });
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.msg],
        [401, 'INVALID_WEBHOOK_SIGNATURE', message],
      );
    });
  }

  for (const name of ['json', 'zapier', 'travis']) {
    test(`nothing is accepted through ${name}, which does not sign with it`, async () => {
      const answer = await post(bot.key, { topic: 't', content: 'c' }, { ...inGeneral, name });
      assert.deepEqual([answer.status, answer.body.code], [401, 'INVALID_WEBHOOK_SIGNATURE']);
      assert.match(answer.body.msg, /only accepts signed requests, and is not set up to verify those of/);
    });
  }

  test('the secret is stored encrypted, and can be removed', async () => {
    const { database } = server.server.services;
    const rows = await database.reader(0).db.selectFrom('bot_service').select('config').execute();
    assert.equal(
      rows.some(({ config }) => config.includes(SECRET)),
      false,
    );
    await mel.ok('PATCH', `/bots/${bot.id}`, { config_data: { secret: '' } });
    assert.equal((await post(bot.key, body, inGeneral)).status, 200);
    const { config_data: config } = await mel.ok('PATCH', `/bots/${bot.id}`, {});
    assert.equal('secret' in config, false);
  });

  test('the secret is returned to the bot’s owner only', async () => {
    const owned = await makeBot('Owned', { config_data: { secret: SECRET, other: 'x' } });
    const adam = await server.as('adam');
    const configFor = async (client: typeof mel) =>
      (await client.ok('PATCH', `/bots/${owned.id}`, { config_data: { other: 'y' } })).config_data;
    assert.deepEqual(await configFor(mel), { integration_id: 'github', secret: SECRET, other: 'y' });
    assert.deepEqual(await configFor(adam), { integration_id: 'github', other: 'y' });
    const answer = await post(owned.key, body, inGeneral);
    assert.equal(answer.body.code, 'INVALID_WEBHOOK_SIGNATURE');
  });

  test('if another server encrypted the secret, nothing is accepted until it is set again', async () => {
    const movedBot = await makeBot('Moved', { config_data: { secret: SECRET } });
    const { database } = server.server.services;
    await database.write(1, (writer) =>
      writer.db
        .updateTable('bot_service')
        .set({ config: JSON.stringify({ secret: `sealed.${'A'.repeat(60)}` }) })
        .where('account_id', '=', movedBot.id)
        .execute(),
    );
    const refused = async () => {
      const answer = await post(movedBot.key, body, { ...inGeneral, headers: signed(body, '') });
      assert.deepEqual([answer.status, answer.body.code], [401, 'INVALID_WEBHOOK_SIGNATURE']);
    };
    await refused();
    await mel.ok('PATCH', `/bots/${movedBot.id}`, { config_data: { other: 'x' } });
    await refused();
    await mel.ok('PATCH', `/bots/${movedBot.id}`, { config_data: { secret: '' } });
    assert.equal((await post(movedBot.key, body, inGeneral)).status, 200);
  });
});
