// From Slack's markup to ours. What stands between `<` and `>` is a link or a mention; `&lt;`, `&gt;` and `&amp;` are what
// people have typed.

import { emojiCharacters } from '../../markdown/emoji-names.ts';
import { emojiCalled, withOwnEmojiNames } from '../shaping/emoji-names.ts';
import { besideEachOther, fenced, inlineCode, literalText } from '../shaping/literal-text.ts';
import { momentIn } from '../shaping/moments.ts';
import { linkTo } from '../shaping/web-links.ts';

/** What a text may name. */
export interface SlackNames {
  /** The mention of somebody; undefined for nobody that is known. */
  mention(slackId: string): string | undefined;
  /** The name of a channel here. */
  channel(slackId: string): string | undefined;
  isOwnEmoji(name: string): boolean;
}

const EVERYBODY = '@**all**';

/** What people have typed. */
function typed(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A word for everybody, such as `here`. */
export function broadcast(range: string): string {
  return /^(?:here|channel|everyone|group)$/.test(range) ? EVERYBODY : `@${literalText(range)}`;
}

/** What stands between `<` and `>`. */
function token(inside: string, names: SlackNames): string {
  const bar = inside.indexOf('|');
  const what = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? '' : typed(inside.slice(bar + 1));
  const rest = what.slice(1);
  switch (what[0]) {
    case '@':
      return names.mention(rest) ?? `@${literalText(label || rest)}`;
    case '#': {
      const name = names.channel(rest);
      return name === undefined ? `#${literalText(label || rest)}` : `#**${name}**`;
    }
    case '!': {
      if (rest.startsWith('date^')) return momentIn(Number(rest.split('^')[1])) ?? literalText(label);
      if (rest.startsWith('subteam^')) return literalText(label) || '@group';
      return broadcast(rest.split('^')[0] ?? '');
    }
    default: {
      const url = typed(what);
      if (url.startsWith('mailto:')) return literalText(label || url.slice('mailto:'.length));
      return /^[a-z][a-z0-9+.-]*:/i.test(url) ? linkTo(url, label) : literalText(typed(`<${inside}>`));
    }
  }
}

/** What a text shows where nothing of it is markup, as in code and in names: links in it as their texts. */
export function withoutMarkup(text: string): string {
  return typed(
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
/** What a text holds while it is converted: places of links and mentions, and beginnings and ends of formatting.
 * No text holds these. */
const LINK = '\ufdd0';
const MENTION = '\ufdd7';
const HELD = /[\ufdd0-\ufdd7]/g;
const MARKS: Readonly<Record<string, string>> = {
  '\ufdd1': '*',
  '\ufdd2': '*',
  '\ufdd3': '**',
  '\ufdd4': '**',
  '\ufdd5': '~~',
  '\ufdd6': '~~',
};

/** Marks such that a mention begins no formatted text, where it would be none, and none are read as one. */
function orderly(text: string): string {
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
  const places = text.replaceAll(HELD, '').replaceAll(/<([^<>\n]*)>/g, (_, inside: string) => {
    const read = token(inside, names);
    tokens.push(read);
    return /^[@#]\*\*/.test(read) ? MENTION : LINK;
  });
  const formatted = places
    .replace(ITALIC, '$1\ufdd1$2\ufdd2')
    .replace(BOLD, '$1\ufdd3$2\ufdd4')
    .replace(STRUCK, '$1\ufdd5$2\ufdd6');
  const literal = orderly(literalText(typed(formatted)).replaceAll(/^[•◦▪] /gm, '- '));
  let at = 0;
  return withOwnEmojiNames(literal, names.isOwnEmoji).replaceAll(
    HELD,
    (held) => MARKS[held] ?? tokens[at++] ?? '',
  );
}

/** A text in Slack's markup in ours. */
export function fromSlackText(text: string, names: SlackNames): string {
  const pieces = text.split(/(```[\s\S]*?```|`[^`\n]+`)/);
  return besideEachOther(
    pieces.map((piece, index) => {
      if (index % 2 === 0) return outsideCode(piece, names);
      if (!piece.startsWith('```')) return inlineCode(withoutMarkup(piece.slice(1, -1)));
      const between = pieces[index - 1] ?? '';
      const isLineBegun = between === '' ? index > 1 : !between.endsWith('\n');
      const after = pieces[index + 1] !== '' && !pieces[index + 1]?.startsWith('\n') ? '\n' : '';
      return `${isLineBegun ? '\n' : ''}${fenced(withoutMarkup(piece.slice(3, -3)).replace(/^\n|\n$/g, ''))}${after}`;
    }),
  );
}

/** An emoji by Slack's name of it; its characters where that is not known here. */
export function emojiText(name: string, characters: string, names: SlackNames): string {
  const known = names.isOwnEmoji(name) ? { name } : emojiCalled(name);
  if (known) return `:${known.name}:`;
  const unknown = literalText(`:${name}:`);
  try {
    return characters === '' ? unknown : emojiCharacters(characters);
  } catch {
    // Characters that are none.
    return unknown;
  }
}
