// Texts longer than messages may be: truncated up to a point, refused beyond it, and never slow.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { codePointsOf } from '../../src/api-contract/codec.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { normalizeContent } from '../../src/model/messages/message-content.ts';
import { startTestServer } from '../support/server.ts';

describe('a text', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const send = (content: string) => ({ type: 'channel', to: 'general', topic: 'long', content });

  test('bound messageCodePoints: longer content is truncated, with a mark', async () => {
    const { id } = await mel.ok('POST', '/messages', send('𝕩'.repeat(limits.sentContentCodePoints)));
    const { message } = await mel.ok('GET', `/messages/${id}`, { apply_markdown: false });
    assert.equal([...message.content].length, limits.messageCodePoints);
    assert.match(message.content, /𝕩\n\[message truncated\]$/u);
  });

  test('bound sentContentCodePoints: extremely long content is refused wherever messages are written', async () => {
    const content = 'x'.repeat(limits.sentContentCodePoints + 1);
    const words = `content is too long (limit: ${limits.sentContentCodePoints} characters)`;
    const id = await mel.sendToChannel('general', 'long', 'short');
    for (const [method, path, parameters] of [
      ['POST', '/messages', send(content)],
      ['PATCH', `/messages/${id}`, { content }],
      ['POST', '/messages/render', { content }],
    ] as const) {
      await mel.refused(method, path, parameters, 'BAD_REQUEST', words);
    }
  });

  test('a long topic is truncated, and an extremely long one refused', async () => {
    const topic = 't'.repeat(limits.shortTextCodePoints);
    await mel.ok('POST', '/messages', { ...send('x'), topic });
    const words = `topic is too long (limit: ${limits.shortTextCodePoints} characters)`;
    await mel.refused('POST', '/messages', { ...send('x'), topic: `${topic}t` }, 'BAD_REQUEST', words);
  });

  test('bound narrowOperatorCodePoints narrowOperandCodePoints narrowOperandIds: the operands of a narrow have a bounded length', async () => {
    const search = (operand: unknown, operator = 'search') =>
      mel.request('GET', '/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator, operand }],
      });
    const maximum = limits.narrowOperandCodePoints;
    assert.equal((await search('w '.repeat(maximum / 2))).status, 200);
    const long = await search('w'.repeat(maximum + 1));
    assert.equal(long.body.msg, `operand is too long (limit: ${maximum} characters)`);
    const operator = await search('w', 'o'.repeat(limits.narrowOperatorCodePoints + 1));
    assert.equal(
      operator.body.msg,
      `narrow[0] is too long (limit: ${limits.narrowOperatorCodePoints} characters)`,
    );
    const ids = await search(Array(limits.narrowOperandIds + 1).fill(mel.userId), 'dm');
    assert.equal(ids.body.msg, `operand is too long (limit: ${limits.narrowOperandIds} items)`);
  });
});

test('white space before the end of a text is scanned once', () => {
  // A pattern that backtracks at every position takes minutes; this returns at once.
  const text = `a${' '.repeat(2_000_000)}b`;
  assert.match(normalizeContent(text), /^a +\n\[message truncated\]$/);
  assert.equal(normalizeContent('\n\n a \n\u2028\ufeff\t'), ' a');
});

test('code points are counted as by the iterator of strings', () => {
  const halves = fc.array(fc.constantFrom('a', '\ud800', '\udc00', '𝕩'));
  fc.assert(fc.property(halves, (parts) => codePointsOf(parts.join('')) === [...parts.join('')].length));
  assert.equal(codePointsOf('\ud800\ud800\udc00\udc00'), 3);
});
