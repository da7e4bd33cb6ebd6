// Some words of the API have two spellings: the neutral ones of the specification, and the ones that the clients
// of its family have always known. Inside there is one, the family's; here it becomes the neutral one for everybody
// who does not belong to it. A key with its value is what is looked for: quotes inside of texts are escaped in JSON,
// so that nothing that people wrote can look like it.

import { isSameForAllClients } from '../../api-contract/written-json.ts';

/** Clients by whose name one can tell that they know the family's words only. */
const FAMILY = /zulip|^website$/i;

/** Whether a client of this name is answered in the family's words. */
export function speaksFamilyWords(client: string): boolean {
  return FAMILY.test(client);
}

/** How every translated piece of JSON can be told: cheap to look for in a long answer. */
const marks = ['"zulip_extra_emoji"', '"emojiset'] as const;

const translations: readonly (readonly [string, string])[] = [
  ['"reaction_type":"zulip_extra_emoji"', '"reaction_type":"service_extra_emoji"'],
  ...(
    [
      ['google', 'emoji_set_1'],
      ['twitter', 'emoji_set_2'],
    ] as const
  ).flatMap(([family, neutral]) =>
    ['"emojiset":', '"property":"emojiset","value":', '"key":'].map(
      (before) => [`${before}"${family}"${after(before)}`, `${before}"${neutral}"${after(before)}`] as const,
    ),
  ),
];

/** The choices of emoji sets are the only keys that a text of this kind follows. */
function after(before: string): string {
  return before === '"key":' ? ',"text":' : '';
}

/** The same JSON in neutral words. */
export function inNeutralWords<T extends string | Buffer>(json: T): T;
export function inNeutralWords(json: string | Buffer): string | Buffer {
  if (Buffer.isBuffer(json) && isSameForAllClients(json)) return json;
  if (!marks.some((mark) => json.includes(mark))) return json;
  let text = typeof json === 'string' ? json : json.toString('utf8');
  for (const [family, neutral] of translations) text = text.replaceAll(family, neutral);
  return typeof json === 'string' ? text : Buffer.from(text);
}
