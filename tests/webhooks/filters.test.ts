// Which events of a service become messages, by the patterns in its address: the others are answered with success and have a
// line in the bot's log.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { inGeneral, star, startServiceFixture } from './service-fixture.ts';

const { deliveries, makeBot, post } = await startServiceFixture();

const bot = await makeBot('Filters');
for (const [query, outcome] of [
  [{ only_events: '["star"]' }, 'sent star'],
  [{ only_events: '["s*"]' }, 'sent star'],
  [{ only_events: '["st?r"]' }, 'sent star'],
  [{ only_events: '["[!s]tar"]' }, 'filtered star'],
  [{ only_events: '["push*"]' }, 'filtered star'],
  [{ exclude_events: '["star"]' }, 'filtered star'],
  [{ exclude_events: '["*ar"]' }, 'filtered star'],
  [{ exclude_events: '["push"]' }, 'sent star'],
  [{ only_events: '["star"]', exclude_events: '["s*"]' }, 'filtered star'],
] as const) {
  test(`${JSON.stringify(query)}: ${outcome}`, async () => {
    const { status, body } = await post(bot.key, star, { query: { stream: 'general', ...query } });
    assert.deepEqual([status, body], [200, { result: 'success', msg: '' }]);
    assert.deepEqual(await deliveries(bot.id, 1), [outcome]);
  });
}

test('bound webhookEventPatterns: a bounded number of patterns is accepted', async () => {
  const patterns = (number: number) => JSON.stringify(Array.from({ length: number }, () => 'star'));
  const query = (number: number) => ({ query: { stream: 'general', only_events: patterns(number) } });
  assert.equal((await post(bot.key, star, query(limits.webhookEventPatterns))).status, 200);
  assert.equal((await post(bot.key, star, query(limits.webhookEventPatterns + 1))).status, 400);
});

test('an event without a message returns success and a note', async () => {
  const headers = { 'x-github-event': 'secret_scanning_alert' };
  const { status, body } = await post(bot.key, star, { ...inGeneral, headers });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    result: 'success',
    msg: "The 'secret_scanning_alert:created' event isn't currently supported by the GitHub webhook; ignoring",
    code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
    webhook_name: 'GitHub',
    event_type: 'secret_scanning_alert:created',
  });
  assert.deepEqual(await deliveries(bot.id, 1), ['unsupported secret_scanning_alert:created']);
});
