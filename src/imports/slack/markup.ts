// From Slack's markup to ours. What stands between `<` and `>` is a link or a mention; `&lt;`, `&gt;` and `&amp;` are what
// people have typed.

import { emojiCharacters } from '../../markdown/emoji-names.ts';
import { emojiCalled, withOwnEmojiNames } from '../shaping/emoji-names.ts';

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

/** A moment as messages have it; undefined for none. */
function timeOf(seconds: number): string | undefined {
  const moment = new Date(seconds * 1000);
  return Number.isNaN(moment.getTime())
    ? undefined
    : `<time:${moment.toISOString().replace(/\.\d+Z$/, 'Z')}>`;
}

/** A link with a text; brackets would end it early. */
export function linkTo(url: string, label: string): string {
  const shown = label.replaceAll(/[[\]\n]/g, ' ').trim();
  const address = url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(/\s/g, '%20');
  return shown === '' || shown === url ? url : `[${shown}](${address})`;
}

/** A word for everybody, such as `here`. */
export function broadcast(range: string): string {
  return /^(?:here|channel|everyone|group)$/.test(range) ? EVERYBODY : `@${range}`;
}

/** What stands between `<` and `>`. */
function token(inside: string, names: SlackNames): string {
  const bar = inside.indexOf('|');
  const what = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? '' : typed(inside.slice(bar + 1));
  const rest = what.slice(1);
  switch (what[0]) {
    case '@':
      return names.mention(rest) ?? `@${label || rest}`;
    case '#': {
      const name = names.channel(rest);
      return name === undefined ? `#${label || rest}` : `#**${name}**`;
    }
    case '!': {
      if (rest.startsWith('date^')) return timeOf(Number(rest.split('^')[1])) ?? label;
      if (rest.startsWith('subteam^')) return label || '@group';
      return broadcast(rest.split('^')[0] ?? '');
    }
    default: {
      const url = typed(what);
      if (url.startsWith('mailto:')) return label || url.slice('mailto:'.length);
      return /^[a-z][a-z0-9+.-]*:/i.test(url) ? linkTo(url, label) : typed(`<${inside}>`);
    }
  }
}

/** Code shows what stands there, and links in it as their texts. */
function inCode(text: string): string {
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
/** Stands for a token while emphasis is looked for; no text holds it. */
const PLACE = '\0';
/** Stands for the mark of italics, which would be taken for that of bold. */
const ITALICS = '\x01';

function outsideCode(text: string, names: SlackNames): string {
  const tokens: string[] = [];
  const places = text.replaceAll(/<([^<>\n]*)>/g, (_, inside: string) => {
    tokens.push(token(inside, names));
    return PLACE;
  });
  const formatted = typed(
    places
      .replaceAll(ITALICS, '')
      .replace(ITALIC, `$1${ITALICS}$2${ITALICS}`)
      .replace(BOLD, '$1**$2**')
      .replace(STRUCK, '$1~~$2~~')
      .replaceAll(ITALICS, '*'),
  ).replaceAll(/^[•◦▪] /gm, '- ');
  let at = 0;
  return withOwnEmojiNames(formatted, names.isOwnEmoji).replaceAll(PLACE, () => tokens[at++] ?? '');
}

/** A text in Slack's markup in ours. */
export function fromSlackText(text: string, names: SlackNames): string {
  const pieces = text.split(/(```[\s\S]*?```|`[^`\n]+`)/);
  return pieces
    .map((piece, index) => {
      if (index % 2 === 0) return outsideCode(piece, names);
      if (!piece.startsWith('```')) return inCode(piece);
      const before = index > 0 && pieces[index - 1] !== '' && !pieces[index - 1]?.endsWith('\n') ? '\n' : '';
      const after = pieces[index + 1] !== '' && !pieces[index + 1]?.startsWith('\n') ? '\n' : '';
      return `${before}\`\`\`\n${inCode(piece.slice(3, -3)).replace(/^\n|\n$/g, '')}\n\`\`\`${after}`;
    })
    .join('');
}

/** An emoji by Slack's name of it; its characters where that is not known here. */
export function emojiText(name: string, characters: string, names: SlackNames): string {
  const known = names.isOwnEmoji(name) ? { name } : emojiCalled(name);
  if (known) return `:${known.name}:`;
  try {
    return characters === '' ? `:${name}:` : emojiCharacters(characters);
  } catch {
    // Characters that are none.
    return `:${name}:`;
  }
}
