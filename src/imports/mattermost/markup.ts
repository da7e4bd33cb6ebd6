// From Mattermost's Markdown to ours, which differ in how people, channels and pictures are named, and in italics.

import { withOwnEmojiNames } from '../shaping/emoji-names.ts';

/** What a text may name. */
export interface MattermostNames {
  mention(username: string): string | undefined;
  /** The name of a channel here, by that in its address. */
  channel(handle: string): string | undefined;
  isOwnEmoji(name: string): boolean;
}

const EVERYBODY = new Set(['all', 'channel', 'here']);
const NAME = '[a-z0-9][a-z0-9._-]{0,63}';
const MENTION = new RegExp(`(^|[^\\p{L}\\p{N}@/.*_-])@(${NAME})`, 'giu');
const CHANNEL = new RegExp(`(^|[^\\p{L}\\p{N}~/])~(${NAME})`, 'giu');
const ITALIC = /(^|[^\p{L}\p{N}_\\])_(?![\s_])([^_\n]+?)(?<!\s)_(?![\p{L}\p{N}_])/gmu;
const BOLD = /(^|[^\p{L}\p{N}_\\])__(?![\s_])([^_\n]+?)(?<!\s)__(?![\p{L}\p{N}_])/gmu;
/** Code, and addresses, whose characters mean nothing else. */
const VERBATIM = /(```[\s\S]*?```|`[^`\n]+`|https?:\/\/[^\s<>()]+)/;

/** A name, or one of its beginnings where the rest are signs that end a sentence. */
function withoutEnd(
  name: string,
  found: (name: string) => string | undefined,
): readonly [what: string, rest: string] | undefined {
  for (let end = name.length; end > 0; end--) {
    const what = found(name.slice(0, end));
    if (what !== undefined) return [what, name.slice(end)];
    if (!/[._-]/.test(name[end - 1] ?? '')) return undefined;
  }
  return undefined;
}

function outsideCode(text: string, names: MattermostNames): string {
  const named = text
    // People and channels are named otherwise there: what looks so was meant as text.
    .replaceAll(/@(?=_?\*|_{1,3}[^_\s])/g, '&#64;')
    .replaceAll(/#(?=\*\*|__)/g, '&#35;')
    .replace(BOLD, '$1**$2**')
    .replace(ITALIC, '$1*$2*')
    .replaceAll(/!\[([^[\]\n]*)\](?=\()/g, (_, label: string) => `[${label || 'picture'}]`)
    .replace(MENTION, (whole, before: string, name: string) => {
      const found = withoutEnd(name, (one) =>
        EVERYBODY.has(one.toLowerCase()) ? '@**all**' : names.mention(one),
      );
      return found ? `${before}${found[0]}${found[1]}` : whole;
    })
    .replace(CHANNEL, (whole, before: string, name: string) => {
      const found = withoutEnd(name, names.channel);
      return found ? `${before}#**${found[0]}**${found[1]}` : whole;
    });
  return withOwnEmojiNames(named, names.isOwnEmoji);
}

/** A text of Mattermost's in ours. */
export function fromMattermostText(text: string, names: MattermostNames): string {
  return text
    .split(VERBATIM)
    .map((piece, index) => {
      if (index % 2 === 0) return outsideCode(piece, names);
      if (piece.startsWith('http'))
        return piece.replaceAll(/@(?=_?\*)/g, '%40').replaceAll(/#\*\*/g, '#%2A%2A');
      return piece.replace(/^```(?:latex|tex)\b/, '```math');
    })
    .join('');
}
