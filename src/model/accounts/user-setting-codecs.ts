// Codecs of values that only personal settings have.

import { anyText, type Codec, integer, oneOf, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { WEEK } from '../../api-contract/time.ts';
import { isLanguage, type LanguageCode } from '../languages.ts';

/** Sounds that clients have. `none` is silence and not part of the list that clients receive. */
export const notificationSounds = ['chime', 'ding', 'zulip'] as const;

/** Emoji designs, as clients list them. */
export const emojiSets = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const;

/** A sound that clients have, or `none`. */
export const notificationSound: Codec<string> = {
  schema: { type: 'string', enum: ['none', ...notificationSounds] },
  decode(value, path) {
    const sound = anyText.decode(value, path);
    if (sound === 'none' || notificationSounds.some((candidate) => candidate === sound)) return sound;
    throw badRequest(`Invalid notification sound '${sound}'`);
  },
};

const knownEmojiSet = oneOf('google', 'twitter', 'text');
const neutralNames: Readonly<Record<string, string>> = { emoji_set_1: 'google', emoji_set_2: 'twitter' };

/** An emoji design. The first two are also accepted under the specification's neutral names. */
export const emojiSet: Codec<'google' | 'twitter' | 'text'> = {
  schema: knownEmojiSet.schema,
  decode(value, path) {
    const currentName =
      typeof value === 'string' && Object.hasOwn(neutralNames, value) ? neutralNames[value] : value;
    return knownEmojiSet.decode(currentName, path);
  },
};

export const language: Codec<LanguageCode> = {
  schema: shortText.schema,
  decode(value, path) {
    const code = shortText.decode(value, path);
    if (!isLanguage(code)) throw badRequest(`Invalid ${path}`);
    return code;
  },
};

/** Seconds for which mails are collected: at least one, at most a week. */
export const batchingPeriod: Codec<number> = {
  schema: { type: 'integer', minimum: 1, maximum: WEEK },
  decode(value, path) {
    const seconds = integer().decode(value, path);
    if (seconds <= 0 || seconds > WEEK) {
      throw badRequest(`Invalid email batching period: ${seconds} seconds`);
    }
    return seconds;
  },
};
