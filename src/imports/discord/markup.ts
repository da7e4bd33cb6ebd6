// From Discord's Markdown to ours. Exports hold mentions as names (`@ann`), of which the message lists the people, or as ids
// (`<@1>`) where the exporter was asked not to resolve them.

import { withOwnEmojiNames } from '../shaping/emoji-names.ts';
import { momentIn } from '../shaping/moments.ts';

/** What a text may name. */
export interface DiscordNames {
  /** The mention of a person, by id. */
  mention(id: string): string | undefined;
  /** The name here of a channel, by id or by its name there. */
  channel(idOrName: string): string | undefined;
  /** The name here of a custom emoji. */
  ownEmoji(name: string): string | undefined;
}

/** A person whom a text may call so. */
export interface MentionedName {
  readonly name: string;
  readonly id: string;
}

/** Code and addresses, whose characters mean nothing else. */
const VERBATIM = /(```[\s\S]*?```|`[^`\n]+`|https?:\/\/[^\s<>()]{1,2000})/;
const TOKEN = /<(?:(@[!&]?|#)(\d{1,20})|a?:(\w{1,100}):\d{1,20}|t:(-?\d{1,12})(?::\w)?)>/g;
const CHANNEL = /(^|[^\p{L}\p{N}#/&_*-])#([\p{L}\p{N}_-]{1,100})/gu;
const OWN_EMOJI = /:(\w{2,32}):/g;

/** Text within marks of some lines, such as `__text__`. */
function within(mark: string): RegExp {
  return new RegExp(
    `(^|[^\\p{L}\\p{N}_\\\\])${mark}(?![\\s_])([^_\\n]{1,2000}?)(?<!\\s)${mark}(?![\\p{L}\\p{N}_])`,
    'gmu',
  );
}
const UNDERLINED = within('__');
const ITALIC = within('_');

function token(
  whole: string,
  [kind, id, emoji, seconds]: readonly (string | undefined)[],
  names: DiscordNames,
): string {
  if (emoji !== undefined) return `:${emoji}:`;
  if (seconds !== undefined) return momentIn(Number(seconds)) ?? whole;
  if (id === undefined || kind === '@&') return '@role';
  if (kind !== '#') return names.mention(id) ?? '@unknown user';
  const name = names.channel(id);
  return name === undefined ? '#channel' : `#**${name}**`;
}

function outsideCode(text: string, names: DiscordNames, mentioned: readonly MentionedName[]): string {
  let read = text
    // What would mention or link something here, and did not there.
    .replaceAll(/@(?=_?\*|_{1,3}[^_\s])/g, '&#64;')
    .replaceAll(/#(?=\*\*|__)/g, '&#35;')
    .replace(UNDERLINED, '$1**$2**')
    .replace(ITALIC, '$1*$2*')
    .replaceAll(/^-# /gm, '')
    .replaceAll(TOKEN, (whole, ...groups) => token(whole, groups.slice(0, 4), names))
    .replaceAll(/(^|[^\p{L}\p{N}@/.])@(?:everyone|here)\b/gu, '$1@**all**');
  for (const { name, id } of mentioned) {
    const mention = names.mention(id);
    if (mention !== undefined) read = withMention(read, name, mention);
  }
  read = read.replaceAll(CHANNEL, (whole, before: string, called: string) => {
    const name = names.channel(called);
    return name === undefined ? whole : `${before}#**${name}**`;
  });
  return withOwnEmojiNames(read, (called) => names.ownEmoji(called) !== undefined).replaceAll(
    OWN_EMOJI,
    (whole, called: string) => `:${names.ownEmoji(called) ?? whole.slice(1, -1)}:`,
  );
}

/** A text in which a name stands for a mention, unless it is the beginning of a longer word. */
function withMention(text: string, name: string, mention: string): string {
  const pieces = text.split(`@${name}`);
  return pieces.reduce((before, piece) =>
    /^[\p{L}\p{N}_]/u.test(piece) ? `${before}@${name}${piece}` : `${before}${mention}${piece}`,
  );
}

/** Quotes all that follows `>>> `. */
function quoted(text: string): string {
  const at = text.search(/^>>> /m);
  if (at < 0) return text;
  const rest = text.slice(at + 4).split('\n');
  return text.slice(0, at) + rest.map((line) => `> ${line}`).join('\n');
}

/** A text of Discord's in ours; `mentioned` are the people whom it names, longest names first. */
export function fromDiscordText(
  text: string,
  names: DiscordNames,
  mentioned: readonly MentionedName[],
): string {
  return quoted(text)
    .split(VERBATIM)
    .map((piece, index) => (index % 2 === 0 ? outsideCode(piece, names, mentioned) : piece))
    .join('');
}
