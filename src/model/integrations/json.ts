// Any JSON. Two templates that are set on the bot make a topic and a text of it, `{{path.of.a.field}}` being what stands
// there; without them the payload is shown as it is.

import type { Field } from '../incoming-webhooks/field.ts';
import type { Announcement, Integration } from '../incoming-webhooks/integration.ts';
import { UnreadablePayload } from '../incoming-webhooks/refusals.ts';
import { block, cut, plain } from '../incoming-webhooks/text.ts';

const PLACEHOLDER = /\{\{\s*([^{}\s]{1,200})\s*\}\}/g;

/** A value as words: texts as they are, what holds others as JSON. */
function wordsOf(field: Field): string {
  const { value } = field;
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The template with its fields. What is missing leaves nothing behind, unless nothing at all is there. */
function filled(template: string, payload: Field, shown: (words: string) => string): string {
  let named = 0;
  let found = 0;
  const text = template.replace(PLACEHOLDER, (_, path: string) => {
    named++;
    const field = payload.maybe(path);
    if (!field) return '';
    found++;
    return shown(wordsOf(field));
  });
  if (named > 0 && found === 0) {
    throw new UnreadablePayload(
      `The payload has none of the fields of the template '${cut(template, 100)}'.`,
    );
  }
  return text;
}

export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  calls: 'JSON',
  config: [
    { key: 'topic_template', label: 'The topic, with {{path.of.a.field}} for what stands in the payload' },
    { key: 'content_template', label: 'The text, in the same way' },
  ],
  read({ payload, config }): Announcement {
    const [topic, content] = [config.get('topic_template') ?? '', config.get('content_template') ?? ''];
    return {
      event: 'json',
      topic: topic === '' ? 'JSON' : filled(topic, payload, (words) => plain(words)),
      content:
        content === ''
          ? block(JSON.stringify(payload.value, null, 2), 'json')
          : filled(content, payload, (words) => cut(words, 4000)),
    };
  },
};
