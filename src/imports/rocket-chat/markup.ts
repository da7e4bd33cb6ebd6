// Converts Rocket.Chat's markup to ours. There, one star is bold and one tilde strikes out, and names of people and
// channels have no marks around them.

import { withParleyEmojiNames } from '../shaping/emoji-names.ts';

/** Resolves the names in a text. */
export interface RocketChatNames {
  mention(username: string): string | undefined;
  channel(name: string): string | undefined;
}

/** Code and addresses, which are left unchanged. */
const VERBATIM = /(```[\s\S]*?```|`[^`\n]+`|https?:\/\/[^\s<>()|]{1,2000})/;
const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}`;
const MENTION = new RegExp(`(^|[^\\p{L}\\p{N}@/.*_-])@(${NAME})`, 'gu');
const CHANNEL = new RegExp(`(^|[^\\p{L}\\p{N}#/&*_-])#(${NAME})`, 'gu');
const WILDCARDS = new Set(['all', 'here']);

function emphasis(mark: string): RegExp {
  return new RegExp(
    `(^|[^\\p{L}\\p{N}\\\\${mark}])[${mark}](?![\\s${mark}])([^${mark}\\n]{1,2000}?)(?<!\\s)[${mark}](?![\\p{L}\\p{N}${mark}])`,
    'gmu',
  );
}
const [BOLD, ITALIC, STRUCK] = ['*', '_', '~'].map(emphasis) as [RegExp, RegExp, RegExp];

/** Looks up a name, or its beginning if the rest is punctuation that ends a sentence. */
function resolveName(name: string, lookUp: (name: string) => string | undefined): string | undefined {
  const resolved = lookUp(name);
  if (resolved !== undefined) return resolved;
  const plain = name.replace(/[._-]+$/, '');
  const found = plain === name ? undefined : lookUp(plain);
  return found === undefined ? undefined : `${found}${name.slice(plain.length)}`;
}

function outsideCode(text: string, names: RocketChatNames): string {
  const result = text
    .replaceAll(/@(?=_?\*|_{1,3}[^_\s])/g, '&#64;')
    .replaceAll(/#(?=\*\*|__)/g, '&#35;')
    .replace(BOLD, '$1**$2**')
    .replace(ITALIC, '$1*$2*')
    .replace(STRUCK, '$1~~$2~~')
    .replaceAll(/!\[([^[\]\n]{0,500})\](?=\()/g, (_, label: string) => `[${label || 'picture'}]`)
    .replace(MENTION, (match, before: string, name: string) => {
      const found = resolveName(name, (candidate) =>
        WILDCARDS.has(candidate) ? '@**all**' : names.mention(candidate),
      );
      return found === undefined ? match : `${before}${found}`;
    })
    .replace(CHANNEL, (match, before: string, name: string) => {
      const found = resolveName(name, (candidate) => {
        const channel = names.channel(candidate);
        return channel === undefined ? undefined : `#**${channel}**`;
      });
      return found === undefined ? match : `${before}${found}`;
    });
  return withParleyEmojiNames(result, () => false);
}

/** Converts a Rocket.Chat text to ours. */
export function fromRocketChatText(text: string, names: RocketChatNames): string {
  return text
    .split(VERBATIM)
    .map((piece, index) => (index % 2 === 0 ? outsideCode(piece, names) : piece))
    .join('');
}
