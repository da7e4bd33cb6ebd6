// Refused requests of services: no message is sent, the service gets the reason, and the bot's log has a line.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { inGeneral, star, startServiceFixture } from './service-fixture.ts';

const { makeBot, mel, newest, post, server } = await startServiceFixture();

describe('errors, which are recorded in the log of the bot', async () => {
  const bot = await makeBot('Errors');
  const huge = `{"a":"${'x'.repeat(limits.requestBodyBytes)}"}`;
  for (const [what, body, request, status, code] of [
    ['a body that is not JSON', '{', inGeneral, 400, 'INVALID_JSON'],
    ['an empty body', '', inGeneral, 400, 'INVALID_JSON'],
    ['a body of another form', '[1]', inGeneral, 400, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
    ['a field that is missing', { ...star, sender: {} }, inGeneral, 400, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
    [
      'a request without an event',
      star,
      { ...inGeneral, headers: { 'x-github-event': '' } },
      400,
      'MISSING_HTTP_EVENT_HEADER',
    ],
    ['a body that is too large', huge, inGeneral, 413, 'REQUEST_TOO_LARGE'],
    [
      'a channel without permission to post',
      star,
      { query: { stream: 'announcements' } },
      400,
      'BAD_REQUEST',
    ],
  ] as const) {
    test(`${what} gets the error ${code}`, async () => {
      const before = await newest([]);
      const answer = await post(bot.key, body, request);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
      assert.equal((await newest([])).id, before.id);
      const { deliveries: all } = await mel.ok('GET', `/bots/${bot.id}/webhook_deliveries`, { limit: 1 });
      assert.equal(all[0].outcome, 'refused');
      assert.match(all[0].detail, new RegExp(`^${code}: `));
    });
  }

  test('a missing field is named', async () => {
    const { body } = await post(bot.key, { ...star, sender: {} }, inGeneral);
    assert.equal(body.msg, 'Unable to parse request: Did GitHub generate this event?');
    assert.equal(body.reason, "The payload has no 'sender.login'.");
  });

  test('an unknown webhook service is refused', async () => {
    assert.equal((await post(bot.key, star, { name: 'hologram' })).status, 404);
  });

  test('the log is visible to those who may change the bot', async () => {
    const mia = await server.as('mia');
    await mia.refused(
      'GET',
      `/bots/${bot.id}/webhook_deliveries`,
      {},
      'BAD_REQUEST',
      'Insufficient permission',
    );
  });
});
