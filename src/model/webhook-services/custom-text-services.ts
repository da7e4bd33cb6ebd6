// Services that send a topic and a text written by a person: Zapier, IFTTT and Home Assistant.

import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';

/** A required text that must not be blank. */
function requiredText(payload: PayloadField, ...names: readonly string[]): string {
  const found = names.map((name) => payload.optional(name)).find((field) => field !== undefined);
  const text = found?.asText() ?? '';
  if (text.trim() === '')
    throw new UnreadablePayloadError(`The payload has no '${names[0]}', or it is empty.`);
  return text;
}

export const zapier: WebhookService = {
  name: 'zapier',
  displayName: 'Zapier',
  mayMention: true,
  read({ payload }): WebhookMessage | undefined {
    // A check whether the API key is valid.
    if (payload.optionalText('type') === 'auth') return undefined;
    const content = requiredText(payload, 'content');
    return { event: 'zap', topic: requiredText(payload, 'topic', 'subject'), content };
  },
};

export const ifttt: WebhookService = {
  name: 'ifttt',
  displayName: 'IFTTT',
  clientName: 'IFTTT',
  mayMention: true,
  read({ payload }): WebhookMessage {
    const topic = requiredText(payload, 'topic', 'subject');
    return { event: 'applet', topic, content: requiredText(payload, 'content', 'body') };
  },
};

/** Home Assistant's `rest` and `notify` services, which send the text of an automation. */
export const homeassistant: WebhookService = {
  name: 'homeassistant',
  displayName: 'Home Assistant',
  clientName: 'HomeAssistant',
  mayMention: true,
  read({ payload }): WebhookMessage {
    const title = bold(payload.optionalText('title'));
    const message = requiredText(payload, 'message');
    return {
      event: 'notification',
      topic: payload.optionalText('topic') || 'homeassistant',
      content: title === '' ? message : `${title}\n${message}`,
    };
  },
};
