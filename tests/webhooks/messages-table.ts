// The messages that webhook services make of payloads, as tables: each row has a payload in the service's documented form, and
// its messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PayloadField } from '../../src/model/incoming-webhooks/payload-field.ts';
import {
  UnreadablePayloadError,
  UnsupportedEventError,
} from '../../src/model/incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../../src/model/incoming-webhooks/webhook-service.ts';
import { checkOddForms } from './odd-payloads.ts';

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  readonly topic?: string;
}

/** A webhook service's messages for a payload, each `[event, topic, content]`. */
function messagesOf(service: WebhookService, payload: unknown, sent: Sent = {}): string[][] {
  const mapOf = (values: Readonly<Record<string, string>> = {}) => new Map(Object.entries(values));
  const answer = service.read({
    payload: new PayloadField(payload),
    headers: mapOf(sent.headers),
    query: mapOf(sent.query),
    config: mapOf(sent.config),
    topic: sent.topic,
  });
  if (answer === undefined) return [];
  if ('challenge' in answer) return [['challenge', answer.challenge]];
  const all: readonly WebhookMessage[] = Array.isArray(answer) ? answer : [answer];
  for (const { event } of all) {
    assert.ok(!service.events || service.events.includes(event), `${event} is listed`);
  }
  return all.map(({ event, topic, content }) => [event, topic, content]);
}

export type Row = readonly [
  name: string,
  sent: Sent,
  payload: unknown,
  expected: readonly [event: string, topic: string, content: string] | 'nothing' | 'unsupported' | RegExp,
];

/** Declares a test for each row; a pattern matches the reason why the payload is unreadable. */
export function messagesTable(service: WebhookService, rows: readonly Row[]): void {
  for (const [name, sent, payload, expected] of rows) {
    test(`${service.displayName}: ${name}`, () => {
      const messages = () => messagesOf(service, payload, sent);
      if (expected === 'nothing') assert.deepEqual(messages(), []);
      else if (expected === 'unsupported') assert.throws(messages, UnsupportedEventError);
      else if (expected instanceof RegExp) {
        assert.throws(
          messages,
          (error) => error instanceof UnreadablePayloadError && expected.test(error.message),
        );
      } else assert.deepEqual(messages(), [expected]);
    });
  }
  test(`${service.displayName}: odd texts and values are read or refused`, () => {
    for (const [, sent, payload] of rows) {
      checkOddForms(sent, payload, (odd, headers) =>
        messagesOf(service, odd, { ...sent, ...(headers && { headers }) }),
      );
    }
  });
}
