// Converts Slack's markup to ours. `<` and `>` enclose a link or a mention; `&lt;`, `&gt;` and `&amp;` are
// characters that people typed.

import { emojiCharacters } from '../../markdown/emoji-names.ts';
import { emojiByServiceName, withParleyEmojiNames } from '../shaping/emoji-names.ts';
import { codeBlock, inlineCode, joinInline, literalText } from '../shaping/literal-text.ts';
import { timeMarkup } from '../shaping/time-markup.ts';
import { linkTo } from '../shaping/web-links.ts';

/** Resolves the names in a text. */
export interface SlackNames {
  /** The mention of a person; undefined if unknown. */
  mention(slackId: string): string | undefined;
  /** The imported name of a channel. */
  channel(slackId: string): string | undefined;
  isOwnEmoji(name: string): boolean;
}

const WILDCARD_MENTION = '@**all**';

/** The characters that people typed. */
function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A wildcard mention such as `here`. */
export function broadcast(range: string): string {
  return /^(?:here|channel|everyone|group)$/.test(range) ? WILDCARD_MENTION : `@${literalText(range)}`;
}

/** Converts the text between `<` and `>`. */
function token(inside: string, names: SlackNames): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? '' : decodeEntities(inside.slice(bar + 1));
  const rest = target.slice(1);
  switch (target[0]) {
    case '@':
      return names.mention(rest) ?? `@${literalText(label || rest)}`;
    case '#': {
      const name = names.channel(rest);
      return name === undefined ? `#${literalText(label || rest)}` : `#**${name}**`;
    }
    case '!': {
      if (rest.startsWith('date^')) return timeMarkup(Number(rest.split('^')[1])) ?? literalText(label);
      if (rest.startsWith('subteam^')) return literalText(label) || '@group';
      return broadcast(rest.split('^')[0] ?? '');
    }
    default: {
      const url = decodeEntities(target);
      if (url.startsWith('mailto:')) return literalText(label || url.slice('mailto:'.length));
      return /^[a-z][a-z0-9+.-]*:/i.test(url)
        ? linkTo(url, label)
        : literalText(decodeEntities(`<${inside}>`));
    }
  }
}

/** The displayed text where markup has no meaning, as in code and names: links become their labels. */
export function withoutMarkup(text: string): string {
  return decodeEntities(
    text.replaceAll(/<([^<>\n|]*)(?:\|([^<>\n]*))?>/g, (_, url: string, label?: string) => label ?? url),
  );
}

function emphasis(mark: string): RegExp {
  return new RegExp(
    `(^|[^\\p{L}\\p{N}\\\\${mark}])[${mark}](?!\\s)([^${mark}\\n]+?)(?<!\\s)[${mark}](?![\\p{L}\\p{N}${mark}])`,
    'gmu',
  );
}
const BOLD = emphasis('*');
const ITALIC = emphasis('_');
const STRUCK = emphasis('~');
/**
 * Placeholders in a text during the conversion: for links and mentions, and for the start and end of formatting.
 * They are noncharacters, which no text contains.
 */
const LINK = '\ufdd0';
const MENTION = '\ufdd7';
const PLACEHOLDER = /[\ufdd0-\ufdd7]/g;
const MARKS: Readonly<Record<string, string>> = {
  '\ufdd1': '*',
  '\ufdd2': '*',
  '\ufdd3': '**',
  '\ufdd4': '**',
  '\ufdd5': '~~',
  '\ufdd6': '~~',
};

/**
 * Arranges marks so that formatted text does not begin with a mention, which would not be recognized, and removes
 * empty formatting.
 */
function withSafeMarks(text: string): string {
  return text
    .replaceAll(/([\ufdd1\ufdd3\ufdd5]+)((?:\ufdd7\s*)+)/g, '$2$1')
    .replaceAll(
      /\ufdd1\ufdd3\ufdd5\ufdd6\ufdd4\ufdd2|\ufdd1\ufdd3\ufdd4\ufdd2|\ufdd3\ufdd1\ufdd2\ufdd4|\ufdd1\ufdd2|\ufdd3\ufdd4|\ufdd5\ufdd6/g,
      '',
    )
    .replaceAll(/([\ufdd2\ufdd4\ufdd6@#_])(?=[\ufdd1\ufdd3\ufdd5])/g, '$1\u200b')
    .replaceAll(/([^\s'"({[/<])(?=\ufdd7)/g, '$1 ');
}

function outsideCode(text: string, names: SlackNames): string {
  const tokens: string[] = [];
  const withPlaceholders = text
    .replaceAll(PLACEHOLDER, '')
    .replaceAll(/<([^<>\n]*)>/g, (_, inside: string) => {
      const converted = token(inside, names);
      tokens.push(converted);
      return /^[@#]\*\*/.test(converted) ? MENTION : LINK;
    });
  const formatted = withPlaceholders
    .replace(ITALIC, '$1\ufdd1$2\ufdd2')
    .replace(BOLD, '$1\ufdd3$2\ufdd4')
    .replace(STRUCK, '$1\ufdd5$2\ufdd6');
  const literal = withSafeMarks(literalText(decodeEntities(formatted)).replaceAll(/^[•◦▪] /gm, '- '));
  let at = 0;
  return withParleyEmojiNames(literal, names.isOwnEmoji).replaceAll(
    PLACEHOLDER,
    (placeholder) => MARKS[placeholder] ?? tokens[at++] ?? '',
  );
}

/** Converts a text in Slack's markup to ours. */
export function fromSlackText(text: string, names: SlackNames): string {
  const pieces = text.split(/(```[\s\S]*?```|`[^`\n]+`)/);
  return joinInline(
    pieces.map((piece, index) => {
      if (index % 2 === 0) return outsideCode(piece, names);
      if (!piece.startsWith('```')) return inlineCode(withoutMarkup(piece.slice(1, -1)));
      const before = pieces[index - 1] ?? '';
      const isLineBegun = before === '' ? index > 1 : !before.endsWith('\n');
      const after = pieces[index + 1] !== '' && !pieces[index + 1]?.startsWith('\n') ? '\n' : '';
      return `${isLineBegun ? '\n' : ''}${codeBlock(withoutMarkup(piece.slice(3, -3)).replace(/^\n|\n$/g, ''))}${after}`;
    }),
  );
}

/** An emoji by Slack's name; its characters if the name is unknown here. */
export function emojiText(name: string, characters: string, names: SlackNames): string {
  const emoji = names.isOwnEmoji(name) ? { name } : emojiByServiceName(name);
  if (emoji) return `:${emoji.name}:`;
  const unknown = literalText(`:${name}:`);
  try {
    return characters === '' ? unknown : emojiCharacters(characters);
  } catch {
    // The code points are not valid characters.
    return unknown;
  }
}
