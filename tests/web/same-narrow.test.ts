// Whether two addresses show the same narrow, by which a conversation's window knows what it shows itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameNarrow } from '../../web/store/same-narrow.ts';

const topic = '#narrow/channel/9-design/topic/logo';

test('addresses of one conversation are the same at another message or with another channel name', () => {
  assert.ok(isSameNarrow(topic, `${topic}/near/3`, 8));
  assert.ok(isSameNarrow(topic, '#narrow/channel/9-renamed/topic/logo', 8));
  assert.ok(isSameNarrow('#narrow/dm/7-dm', '#narrow/dm/7,8-group', 8));
});

test('addresses of other conversations and views are different', () => {
  for (const address of ['#narrow/channel/9-design', '#narrow/dm/7-dm', '#user/7', '#recent', '#nothing', ''])
    assert.ok(!isSameNarrow(topic, address, 8), address);
  assert.ok(!isSameNarrow('#narrow/channel/9-design', '#topics/channel/9-design', 8));
  assert.ok(!isSameNarrow('#recent', '#recent', 8));
});
