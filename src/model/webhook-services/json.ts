// Any JSON. Two templates that are set on the bot make a topic and a text of it, `{{path.of.a.field}}` being what stands
// there; without them the payload is shown as it is.

import { limits } from '../../api-contract/limits.ts';
import { type Field, WORDS_CHARACTERS } from '../incoming-webhooks/field.ts';
import type { Announcement, Integration } from '../incoming-webhooks/integration.ts';
import { UnreadablePayload } from '../incoming-webhooks/refusals.ts';
import { block, cut, plain } from '../incoming-webhooks/text.ts';

const PLACEHOLDER = /\{\{\s*([^{}\s]{1,200})\s*\}\}/g;

/** The beginning of a value as words: texts as they are, what holds others as JSON. */
function wordsOf({ value }: Field): string {
  const words =
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return words.slice(0, WORDS_CHARACTERS);
}

/** The words at a path, undefined where nothing stands; made once for each, since one may hold most of the payload. */
function wordsIn(payload: Field): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (!known.has(path)) {
      const field = payload.maybe(path);
      known.set(path, field && wordsOf(field));
    }
    return known.get(path);
  };
}

/** The template with its fields. What is missing leaves nothing behind, unless nothing at all is there. */
function filled(
  template: string,
  wordsAt: (path: string) => string | undefined,
  shown: (words: string) => string,
): string {
  let named = 0;
  let found = 0;
  const text = template.replace(PLACEHOLDER, (_, path: string) => {
    if (++named > limits.webhookTemplateFields) {
      throw new UnreadablePayload(
        `The template '${cut(template, 100)}' names more than ${limits.webhookTemplateFields} fields.`,
      );
    }
    const words = wordsAt(path);
    if (words === undefined) return '';
    found++;
    return shown(words);
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
    const wordsAt = wordsIn(payload);
    return {
      event: 'json',
      topic: topic === '' ? 'JSON' : filled(topic, wordsAt, (words) => plain(words)),
      content:
        content === ''
          ? block(JSON.stringify(payload.value, null, 2), 'json')
          : filled(content, wordsAt, (words) => cut(words, 4000)),
    };
  },
};
