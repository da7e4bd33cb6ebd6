// Whether the call of a message rings on this page, so that the message does not notify as well.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { RungMessages, rungMessagesOf } from '../../web/data/rung-messages.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

test('a call that rings before or soon after its message rings', async () => {
  const messages = new RungMessages();
  messages.add(7);
  assert.equal(await messages.rings(7), true);
  const soon = messages.rings(8);
  mock.timers.tick(900);
  messages.add(9);
  messages.add(8);
  assert.equal(await soon, true);
});

test('a call that does not ring within a second is silent', async () => {
  const messages = new RungMessages();
  messages.add(7);
  let answer: boolean | undefined;
  const asked = messages.rings(8).then((rings) => {
    answer = rings;
  });
  mock.timers.tick(900);
  await Promise.resolve();
  assert.equal(answer, undefined);
  mock.timers.tick(100);
  await asked;
  assert.equal(answer, false);
});

test('only the newest messages are kept', async () => {
  const messages = new RungMessages();
  for (let id = 1; id <= 21; id += 1) messages.add(id);
  const oldest = messages.rings(1);
  mock.timers.tick(1000);
  assert.equal(await oldest, false);
  assert.equal(await messages.rings(2), true);
  assert.equal(await messages.rings(21), true);
});

test('each page has its own', () => {
  const [page, other] = [{}, {}];
  assert.equal(rungMessagesOf(page), rungMessagesOf(page));
  assert.notEqual(rungMessagesOf(page), rungMessagesOf(other));
});
