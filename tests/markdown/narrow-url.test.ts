/** Addresses of conversations, written and read. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  channelUrl,
  decodeHashComponent,
  directMessageUrl,
  encodeHashComponent,
  messageUrl,
  parseMessageLink,
  topicUrl,
} from '../../src/markdown/narrow-url.ts';

const ORGANIZATION = 'https://chat.example';
const CHANNEL = { id: 9, name: 'web design' };

describe('addresses of conversations', () => {
  it('encode operands with dots', () => {
    for (const [text, encoded] of [
      ['new logo', 'new.20logo'],
      ['v1.0', 'v1.2E0'],
      ['✔ done', '.E2.9C.94.20done'],
      ['50%', '50.25'],
      ['a/b', 'a.2Fb'],
      ['#12 (x)', '.2312.20.28x.29'],
    ] as const) {
      assert.equal(encodeHashComponent(text), encoded);
    }
  });

  it('decode encoded operands, and refuse malformed ones', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(decodeHashComponent(encodeHashComponent(text)), text.toWellFormed());
      }),
    );
    assert.equal(decodeHashComponent('a.zz'), undefined);
  });

  it('are written for channels, topics and messages', () => {
    assert.equal(channelUrl(CHANNEL), '#narrow/channel/9-web-design');
    assert.equal(channelUrl({ id: 9 }), '#narrow/channel/9');
    assert.equal(topicUrl(CHANNEL, 'a b', 5), '#narrow/channel/9-web-design/topic/a.20b/with/5');
    assert.equal(messageUrl(CHANNEL, '', 5), '#narrow/channel/9-web-design/topic//near/5');
    assert.equal(directMessageUrl([9, 7], 5), '#narrow/dm/7,9-dm/near/5');
    assert.equal(directMessageUrl([9, 7, 8]), '#narrow/dm/7,8,9-group');
  });
});

describe('links to messages', () => {
  const parse = (fragment: string) => parseMessageLink(fragment, ORGANIZATION);

  it('are read in all forms that clients write', () => {
    const expected = { kind: 'channel', messageId: 5, channelId: 9, topic: 'a b' };
    assert.deepEqual(parse(`${ORGANIZATION}/${messageUrl(CHANNEL, 'a b', 5)}`), expected);
    assert.deepEqual(parse('#narrow/stream/9-x/subject/a.20b/near/5'), expected);
    assert.deepEqual(parse(`/${messageUrl({ id: 9 }, 'a b', 5)}/`), expected);
    assert.deepEqual(parse('#narrow/channel/9-x/topic//near/5'), { ...expected, topic: '' });
    assert.deepEqual(parse('#narrow/channel/9-x/near/5'), { kind: 'channel', messageId: 5, channelId: 9 });
    assert.deepEqual(parse('#narrow/dm/7,9-dm/near/5'), { kind: 'direct', messageId: 5, userIds: [7, 9] });
  });

  it('are distinguished from other addresses', () => {
    for (const other of [
      'https://other.example/#narrow/channel/9-x/topic/a/near/5',
      '#narrow/channel/9-x/topic/a/with/5',
      '#narrow/channel/x/topic/a/near/5',
      '#narrow/is/starred/near/5',
      '#narrow/dm/7,x-dm/near/5',
      '#narrow/channel/9-x/topic/a.zz/near/5',
      '#settings/near/5',
    ]) {
      assert.equal(parse(other), undefined, other);
    }
  });
});
