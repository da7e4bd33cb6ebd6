// Converts Mattermost's Markdown to ours. They differ in the names of people and channels, in pictures and in italics.

import { withParleyEmojiNames } from '../shaping/emoji-names.ts';

/** Resolves the names in a text. */
export interface MattermostNames {
  mention(username: string): string | undefined;
  /** The imported name of a channel, by its handle. */
  channel(handle: string): string | undefined;
  isOwnEmoji(name: string): boolean;
}

const WILDCARDS = new Set(['all', 'channel', 'here']);
const NAME = '[a-z0-9][a-z0-9._-]{0,63}';
const MENTION = new RegExp(`(^|[^\\p{L}\\p{N}@/.*_-])@(${NAME})`, 'giu');
const CHANNEL = new RegExp(`(^|[^\\p{L}\\p{N}~/])~(${NAME})`, 'giu');
const ITALIC = /(^|[^\p{L}\p{N}_\\])_(?![\s_])([^_\n]+?)(?<!\s)_(?![\p{L}\p{N}_])/gmu;
const BOLD = /(^|[^\p{L}\p{N}_\\])__(?![\s_])([^_\n]+?)(?<!\s)__(?![\p{L}\p{N}_])/gmu;
/** Code and addresses, which are left unchanged. */
const VERBATIM = /(```[\s\S]*?```|`[^`\n]+`|https?:\/\/[^\s<>()]+)/;

/** Looks up a name, or a beginning of it if the rest is punctuation that ends a sentence. */
function resolveName(
  name: string,
  lookUp: (name: string) => string | undefined,
): readonly [what: string, rest: string] | undefined {
  for (let end = name.length; end > 0; end--) {
    const result = lookUp(name.slice(0, end));
    if (result !== undefined) return [result, name.slice(end)];
    if (!/[._-]/.test(name[end - 1] ?? '')) return undefined;
  }
  return undefined;
}

function outsideCode(text: string, names: MattermostNames): string {
  const result = text
    // Mattermost writes mentions differently: text that looks like ours was meant literally.
    .replaceAll(/@(?=_?\*|_{1,3}[^_\s])/g, '&#64;')
    .replaceAll(/#(?=\*\*|__)/g, '&#35;')
    .replace(BOLD, '$1**$2**')
    .replace(ITALIC, '$1*$2*')
    .replaceAll(/!\[([^[\]\n]*)\](?=\()/g, (_, label: string) => `[${label || 'picture'}]`)
    .replace(MENTION, (match, before: string, name: string) => {
      const found = resolveName(name, (candidate) =>
        WILDCARDS.has(candidate.toLowerCase()) ? '@**all**' : names.mention(candidate),
      );
      return found ? `${before}${found[0]}${found[1]}` : match;
    })
    .replace(CHANNEL, (match, before: string, name: string) => {
      const found = resolveName(name, names.channel);
      return found ? `${before}#**${found[0]}**${found[1]}` : match;
    });
  return withParleyEmojiNames(result, names.isOwnEmoji);
}

/** Converts a Mattermost text to ours. */
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
