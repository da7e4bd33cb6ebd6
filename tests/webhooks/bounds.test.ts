// Payload texts longer than anything shown are truncated before they are processed, and lists that become messages are
// counted first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { MAX_TEXT_CHARACTERS, PayloadField } from '../../src/model/incoming-webhooks/payload-field.ts';
import { codeBlock, link, plainLine, quote } from '../../src/model/incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError } from '../../src/model/incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage } from '../../src/model/incoming-webhooks/webhook-service.ts';
import { json } from '../../src/model/webhook-services/json.ts';
import { findWebhookService } from '../../src/model/webhook-services/webhook-services.ts';

test('a text of a payload is truncated at its bound', () => {
  const long = 'x'.repeat(MAX_TEXT_CHARACTERS);
  assert.equal(new PayloadField({ a: long }).text('a'), long);
  assert.equal(new PayloadField({ a: `${long}y` }).text('a'), long);
});

test('only the beginning of a text is processed', () => {
  const far = `${' '.repeat(100_000)}far`;
  for (const [shown, expected] of [
    [plainLine(`near${far}`), 'near …'],
    [link(`near${far}`, 'https://x.example'), '[near …](https://x.example)'],
    [quote(`near${far}`), `\`\`\` quote\nnear${' '.repeat(3996)}…\n\`\`\``],
    [codeBlock(`near${far}`), `\`\`\` text\nnear${' '.repeat(3996)}…\n\`\`\``],
    [plainLine(far), '…'],
    [plainLine(`a${' '.repeat(1000)}b`), 'a b'],
  ]) {
    assert.equal(shown, expected);
  }
});

test('the index of a list item is accepted in its plain form only', () => {
  const field = new PayloadField({ list: ['a', 'b'] });
  assert.deepEqual([field.optionalText('list.0'), field.optionalText('list.1')], ['a', 'b']);
  for (const odd of ['00', '01', '1.', '-0', '+1', '1e0', '0000001'])
    assert.equal(field.has(`list.${odd}`), false);
});

/** The messages of the JSON service for a template. */
function contentFromJson(template: string, payload: unknown) {
  return json.read({
    payload: new PayloadField(payload),
    headers: new Map(),
    query: new Map(),
    config: new Map([['content_template', template]]),
    topic: undefined,
  }) as WebhookMessage;
}

test('bound webhookTemplateFields: a template has a bounded number of fields', () => {
  const naming = (number: number) => contentFromJson('{{a}}'.repeat(number), { a: 'x' });
  assert.equal(naming(limits.webhookTemplateFields).content, 'x'.repeat(limits.webhookTemplateFields));
  const tooMany = (error: unknown) =>
    error instanceof UnreadablePayloadError && /names more than/.test(error.message);
  assert.throws(() => naming(limits.webhookTemplateFields + 1), tooMany);
});

test('a field that a template names often is formatted once', () => {
  let serializations = 0;
  const field = { toJSON: () => `made ${++serializations}` };
  assert.equal(contentFromJson('{{a}} {{ a }} {{a}}', { a: field }).content, '"made 1" "made 1" "made 1"');
});

const person = {
  actor: { name: 'Mel' },
  repository: { name: 'lamp', links: { self: [{ href: 'https://x.example' }] } },
};

for (const [name, list, event] of [
  ['bitbucket2', 'push.changes', 'repo:push'],
  ['bitbucket3', 'changes', 'repo:refs_changed'],
  ['grafana', 'alerts', ''],
  ['pagerduty', 'messages', ''],
] as const) {
  test(`${name}: a list of too many messages is refused before any of them is read`, () => {
    const many = Array.from({ length: limits.messagesPerWebhook + 1 }, () => 'nothing that can be read');
    const [outer = '', inner] = list.split('.');
    const payload = { ...person, [outer]: inner === undefined ? many : { [inner]: many } };
    const read = () =>
      findWebhookService(name)?.read({
        payload: new PayloadField(payload),
        headers: new Map([['x-event-key', event]]),
        query: new Map(),
        config: new Map(),
        topic: undefined,
      });
    assert.throws(read, (error) => error instanceof ApiError && error.status === 400);
  });
}
