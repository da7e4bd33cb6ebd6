// Any JSON. Two templates in the bot's configuration produce the topic and the content; `{{path.of.a.field}}`
// is replaced with the field's value. Without templates, the payload is shown unchanged.

import { limits } from '../../api-contract/limits.ts';
import { MAX_TEXT_CHARACTERS, type PayloadField } from '../incoming-webhooks/payload-field.ts';
import { codeBlock, plainLine, truncate } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';

const PLACEHOLDER = /\{\{\s*([^{}\s]{1,200})\s*\}\}/g;

/** The beginning of a value as text. Objects and lists are shown as JSON. */
function textOf({ value }: PayloadField): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, MAX_TEXT_CHARACTERS);
}

/**
 * Returns a function that reads the text at a path; undefined if there is none. Each path is converted only
 * once, because a value may be most of the payload.
 */
function textReader(payload: PayloadField): (path: string) => string | undefined {
  const cached = new Map<string, string | undefined>();
  return (path) => {
    if (!cached.has(path)) {
      const field = payload.optional(path);
      cached.set(path, field && textOf(field));
    }
    return cached.get(path);
  };
}

/** Fills in a template. Missing fields become empty. @throws if all fields are missing */
function fillTemplate(
  template: string,
  textAt: (path: string) => string | undefined,
  format: (text: string) => string,
): string {
  let placeholders = 0;
  let found = 0;
  const text = template.replace(PLACEHOLDER, (_, path: string) => {
    if (++placeholders > limits.webhookTemplateFields) {
      throw new UnreadablePayloadError(
        `The template '${truncate(template, 100)}' names more than ${limits.webhookTemplateFields} fields.`,
      );
    }
    const value = textAt(path);
    if (value === undefined) return '';
    found++;
    return format(value);
  });
  if (placeholders > 0 && found === 0) {
    throw new UnreadablePayloadError(
      `The payload has none of the fields of the template '${truncate(template, 100)}'.`,
    );
  }
  return text;
}

export const json: WebhookService = {
  name: 'json',
  displayName: 'JSON',
  clientName: 'JSON',
  config: [
    { key: 'topic_template', label: 'The topic, with {{path.of.a.field}} for values of the payload' },
    { key: 'content_template', label: 'The text, in the same way' },
  ],
  read({ payload, config }): WebhookMessage {
    const [topic, content] = [config.get('topic_template') ?? '', config.get('content_template') ?? ''];
    const textAt = textReader(payload);
    return {
      event: 'json',
      topic: topic === '' ? 'JSON' : fillTemplate(topic, textAt, (text) => plainLine(text)),
      content:
        content === ''
          ? codeBlock(JSON.stringify(payload.value, null, 2), 'json')
          : fillTemplate(content, textAt, (text) => truncate(text, 4000)),
    };
  },
};
