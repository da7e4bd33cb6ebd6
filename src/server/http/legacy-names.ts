// Some names of the API have two spellings: the neutral ones of the specification, and those that the reference
// server's clients know. The code uses the latter; they are translated here for all other clients. Keys are
// matched together with their values: JSON escapes quotes inside texts, so text written by people can never match.

import { isSameForAllClients } from '../../api-contract/written-json.ts';

/** Matches the names of clients that know only the reference server's names. */
const REFERENCE_CLIENTS = /zulip|^website$/i;

/** Whether a client of this name gets the reference server's names. */
export function usesLegacyNames(client: string): boolean {
  return REFERENCE_CLIENTS.test(client);
}

/** Substrings of every translated piece of JSON, which are fast to find in a long answer. */
const marks = ['"zulip_extra_emoji"', '"emojiset'] as const;

const translations: readonly (readonly [string, string])[] = [
  ['"reaction_type":"zulip_extra_emoji"', '"reaction_type":"service_extra_emoji"'],
  ...(
    [
      ['google', 'emoji_set_1'],
      ['twitter', 'emoji_set_2'],
    ] as const
  ).flatMap(([reference, neutral]) =>
    ['"emojiset":', '"property":"emojiset","value":', '"key":'].map(
      (before) =>
        [`${before}"${reference}"${after(before)}`, `${before}"${neutral}"${after(before)}`] as const,
    ),
  ),
];

/** In this position, only the choices of emoji sets have a `text` after the key. */
function after(before: string): string {
  return before === '"key":' ? ',"text":' : '';
}

/** Replaces legacy names in JSON with neutral ones. */
export function toNeutralNames<T extends string | Buffer>(json: T): T;
export function toNeutralNames(json: string | Buffer): string | Buffer {
  if (Buffer.isBuffer(json) && isSameForAllClients(json)) return json;
  if (!marks.some((mark) => json.includes(mark))) return json;
  let text = typeof json === 'string' ? json : json.toString('utf8');
  for (const [reference, neutral] of translations) text = text.replaceAll(reference, neutral);
  return typeof json === 'string' ? text : Buffer.from(text);
}
