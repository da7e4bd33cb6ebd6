// Converts Discord's Markdown to ours. Exports contain mentions as names (`@ann`), with the mentioned people listed
// in the message, or as ids (`<@1>`) if the exporter was told not to resolve them.

import { withParleyEmojiNames } from '../shaping/emoji-names.ts';
import { timeMarkup } from '../shaping/time-markup.ts';

/** Resolves the names in a text. */
export interface DiscordNames {
  /** The mention of a person, by id. */
  mention(id: string): string | undefined;
  /** The imported channel's name, by its id or name at Discord. */
  channel(idOrName: string): string | undefined;
  /** The imported name of a custom emoji. */
  ownEmoji(name: string): string | undefined;
}

/** A name that a text uses for a person. */
export interface MentionedName {
  readonly name: string;
  readonly id: string;
}

/** Code and addresses, which are left unchanged. */
const VERBATIM = /(```[\s\S]*?```|`[^`\n]+`|https?:\/\/[^\s<>()]{1,2000})/;
const TOKEN = /<(?:(@[!&]?|#)(\d{1,20})|a?:(\w{1,100}):\d{1,20}|t:(-?\d{1,12})(?::\w)?)>/g;
const CHANNEL = /(^|[^\p{L}\p{N}#/&_*-])#([\p{L}\p{N}_-]{1,100})/gu;
const OWN_EMOJI = /:(\w{2,32}):/g;

/** Matches text between marks such as `__text__`, within a line. */
function between(mark: string): RegExp {
  return new RegExp(
    `(^|[^\\p{L}\\p{N}_\\\\])${mark}(?![\\s_])([^_\\n]{1,2000}?)(?<!\\s)${mark}(?![\\p{L}\\p{N}_])`,
    'gmu',
  );
}
const UNDERLINED = between('__');
const ITALIC = between('_');

function token(
  match: string,
  [kind, id, emoji, seconds]: readonly (string | undefined)[],
  names: DiscordNames,
): string {
  if (emoji !== undefined) return `:${emoji}:`;
  if (seconds !== undefined) return timeMarkup(Number(seconds)) ?? match;
  if (id === undefined || kind === '@&') return '@role';
  if (kind !== '#') return names.mention(id) ?? '@unknown user';
  const name = names.channel(id);
  return name === undefined ? '#channel' : `#**${name}**`;
}

function outsideCode(text: string, names: DiscordNames, mentioned: readonly MentionedName[]): string {
  let result = text
    // Characters that would mention or link something here, but did not at Discord.
    .replaceAll(/@(?=_?\*|_{1,3}[^_\s])/g, '&#64;')
    .replaceAll(/#(?=\*\*|__)/g, '&#35;')
    .replace(UNDERLINED, '$1**$2**')
    .replace(ITALIC, '$1*$2*')
    .replaceAll(/^-# /gm, '')
    .replaceAll(TOKEN, (match, ...groups) => token(match, groups.slice(0, 4), names))
    .replaceAll(/(^|[^\p{L}\p{N}@/.])@(?:everyone|here)\b/gu, '$1@**all**');
  for (const { name, id } of mentioned) {
    const mention = names.mention(id);
    if (mention !== undefined) result = withMention(result, name, mention);
  }
  result = result.replaceAll(CHANNEL, (match, before: string, discordName: string) => {
    const name = names.channel(discordName);
    return name === undefined ? match : `${before}#**${name}**`;
  });
  return withParleyEmojiNames(result, (name) => names.ownEmoji(name) !== undefined).replaceAll(
    OWN_EMOJI,
    (match, name: string) => `:${names.ownEmoji(name) ?? match.slice(1, -1)}:`,
  );
}

/** Replaces a name with a mention, except at the beginning of a longer word. */
function withMention(text: string, name: string, mention: string): string {
  const pieces = text.split(`@${name}`);
  return pieces.reduce((before, piece) =>
    /^[\p{L}\p{N}_]/u.test(piece) ? `${before}@${name}${piece}` : `${before}${mention}${piece}`,
  );
}

/** Quotes everything after `>>> `. */
function quoteRest(text: string): string {
  const at = text.search(/^>>> /m);
  if (at < 0) return text;
  const rest = text.slice(at + 4).split('\n');
  return text.slice(0, at) + rest.map((line) => `> ${line}`).join('\n');
}

/** Converts a Discord text to ours. `mentioned` lists the people whom it names, longest names first. */
export function fromDiscordText(
  text: string,
  names: DiscordNames,
  mentioned: readonly MentionedName[],
): string {
  return quoteRest(text)
    .split(VERBATIM)
    .map((piece, index) => (index % 2 === 0 ? outsideCode(piece, names, mentioned) : piece))
    .join('');
}
