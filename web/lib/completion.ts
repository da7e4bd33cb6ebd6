// Detects what is being typed at the caret (a mention, channel, topic, emoji, command, time or the language of code),
// and builds the text that completes it.

import { type SkinTone, withSkinTone } from '../../src/markdown/skin-tones.ts';
import type { Emoji } from './emoji.ts';

export interface Completion {
  readonly kind: 'person' | 'channel' | 'topic' | 'emoji' | 'command' | 'time' | 'language';
  /** The part typed so far. */
  readonly query: string;
  /** The range of the text that the choice replaces. */
  readonly from: number;
  readonly to: number;
  /** A mention without a notification, `@_`. */
  readonly isSilent: boolean;
  /** The channel of a topic; empty for other kinds. */
  readonly channel: string;
}

const MAX_LENGTH = 60;

/** Whether a text ends in code, where markup has no meaning. */
function isInCode(before: string): boolean {
  const fences = before.match(/^(?:```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) return true;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return ((line.match(/`/g)?.length ?? 0) & 1) === 1;
}

const plain = { isSilent: false, channel: '' } as const;

/** The word after an opening fence; the fence that closes a block has none. */
function languageAt(before: string, caret: number): Completion | undefined {
  const [, word] = /(?:^|\n)```([^\s`]{0,20})$/.exec(before) ?? [];
  if (word === undefined) return undefined;
  if (isInCode(before.slice(0, before.lastIndexOf('```')))) return undefined;
  return { kind: 'language', query: word, from: caret - word.length, to: caret, ...plain };
}

const START = String.raw`(?:^|[\s([{"'/>*_~])`;
const patterns: readonly [Completion['kind'], RegExp][] = [
  ['topic', new RegExp(`${START}(#\\*\\*([^>*\\n]+)>([^*\\n]*))$`)],
  ['channel', new RegExp(`${START}(#(?:\\*\\*)?([^\\s*#>\\n][^*#>\\n]*|))$`)],
  ['person', new RegExp(`${START}(@(_?)(?:\\*\\*)?([^\\s*@\\n][^*@\\n]*|))$`)],
  ['time', /(<time:?([^>\n]*))$/],
  ['emoji', new RegExp(`${START}(:([\\p{L}\\p{N}+][\\p{L}\\p{N}_+-]+))$`, 'u')],
];

/** The completion before the caret; undefined if nothing can be completed. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(Math.max(0, caret - 2000), caret);
  const [, command] = /^\/([a-z-]{0,20})$/.exec(before) ?? [];
  if (command !== undefined) return { kind: 'command', query: command, from: 0, to: caret, ...plain };
  const language = languageAt(before, caret);
  if (language) return language;
  const near = before.slice(-MAX_LENGTH);
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(near);
    if (!match) continue;
    if (isInCode(before)) return undefined;
    const [, typed = '', first = '', second = ''] = match;
    const query = kind === 'person' || kind === 'topic' ? second : first;
    // A longer query is a sentence, not a name.
    if (query.split(' ').length > 4) return undefined;
    return {
      kind,
      query,
      from: caret - typed.length,
      to: caret,
      isSilent: kind === 'person' && first === '_',
      channel: kind === 'topic' ? first : '',
    };
  }
  return undefined;
}

export interface Person {
  readonly id: number;
  readonly name: string;
  /** Whether another account has the same name, so that the mention needs the id. */
  readonly isAmbiguous: boolean;
}

export function personMention({ id, name, isAmbiguous }: Person, isSilent: boolean): string {
  return `@${isSilent ? '_' : ''}**${isAmbiguous ? `${name}|${id}` : name}** `;
}

export function groupMention(name: string, isSilent: boolean): string {
  return `@${isSilent ? '_' : ''}*${name}* `;
}

/** `all`, `topic` and others. */
export function wildcardMention(word: string): string {
  return `@**${word}** `;
}

export function channelLink(name: string): string {
  return `#**${name}** `;
}

export function topicLink(channel: string, topic: string): string {
  return `#**${channel}>${topic}** `;
}

/** A time that is shown to everyone in their own time zone. @param at in seconds since 1970 */
export function timeText(at: number): string {
  const date = new Date(at * 1000);
  const twoDigits = (number: number) => String(Math.abs(number)).padStart(2, '0');
  const east = -date.getTimezoneOffset();
  const zone = `${east < 0 ? '-' : '+'}${twoDigits(Math.trunc(east / 60))}:${twoDigits(east % 60)}`;
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `<time:${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:00${zone}> `;
}

/** The name of an emoji, or its characters in a skin tone, for which there are no names. */
export function emojiText({ name, text = '' }: Pick<Emoji, 'name' | 'text'>, tone: SkinTone): string {
  const toned = withSkinTone(text, tone);
  return toned === text ? `:${name}: ` : `${toned} `;
}
