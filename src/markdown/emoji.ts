// Inline rules for emoji: by name (`:smile:`), by emoticon (`:)`, if the author enabled that), and as typed characters.

import { EXTRA_EMOJI, emoji, emojiCode, emojiNames } from './emoji-names.ts';
import { element, type HtmlNode, plain } from './html.ts';
import type { InlineRule, InlineScope } from './inline-parse.ts';

const NAMED = /:([\p{L}\p{N}\p{M}_+-]+)(?=:)/gu;
const MAYBE_NAMED = /:[\p{L}\p{N}_+-]/u;
const MAYBE_EMOTICON = /[:;<(]/;
const MAYBE_UNICODE = /\P{ASCII}/u;

const EMOTICONS: Readonly<Record<string, string>> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'smile',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
};
const EMOTICON = /(?<![^\s,.;?!()[\]"'])(?::[)(|/DoOpP]|\(:|<3|;\))(?![^\s,.;?!()[\]"'])/g;

/** One emoji with everything that may belong to it: modifiers, keycaps, tags, joined parts. */
const PART =
  '(?:\\p{RI}\\p{RI}|[0-9#*]\\ufe0f\\u20e3|\\p{Emoji}(?:\\ufe0f|\\p{EMod})?(?:[\\u{e0020}-\\u{e007e}]{1,16}\\u{e007f})?)';
const SEQUENCE = new RegExp(`${PART}(?:\\u200d${PART}){0,8}`, 'gu');
const SHOWN_AS_EMOJI = /^(?:\p{Emoji_Presentation}|\p{RI})|[\ufe0f\u200d]/u;

/** The emoticons and names of their emoji, for help texts. */
export const emoticonTranslations: readonly (readonly [string, string])[] = Object.entries(EMOTICONS);

export const namedEmoji: InlineRule = {
  name: 'named emoji',
  trigger: MAYBE_NAMED,
  apply(text, run, scope) {
    let result = '';
    let replacedUpTo = 0;
    for (const match of text.matchAll(NAMED)) {
      if (match.index < replacedUpTo) continue;
      const node = nodeByName(match[1] ?? '', scope);
      if (node === undefined) continue;
      const end = match.index + match[0].length + 1;
      result +=
        text.slice(replacedUpTo, match.index) + run.placeholderFor(node, text.slice(match.index, end));
      replacedUpTo = end;
    }
    return result + text.slice(replacedUpTo);
  },
};

export const emoticons: InlineRule = {
  name: 'emoticon',
  trigger: MAYBE_EMOTICON,
  apply(text, run, scope) {
    if (!scope.translateEmoticons) return text;
    return text.replace(EMOTICON, (source) => {
      const found = emoji(EMOTICONS[source] ?? '');
      return found === undefined ? source : run.placeholderFor(unicodeNode(found.name, found.code), source);
    });
  },
};

export const unicodeEmoji: InlineRule = {
  name: 'typed emoji',
  trigger: MAYBE_UNICODE,
  apply: (text, run) =>
    text.replace(SEQUENCE, (source) => {
      if (!SHOWN_AS_EMOJI.test(source)) return source;
      const code = emojiCode(source);
      const name = emojiNames(code)?.[0];
      return name === undefined ? source : run.placeholderFor(unicodeNode(name, code), source);
    }),
};

function nodeByName(name: string, scope: InlineScope): HtmlNode | undefined {
  const custom = scope.settings.customEmoji.get(name);
  if (custom !== undefined) return imageNode(name, custom.url);
  if (name === EXTRA_EMOJI.name) return imageNode(name, EXTRA_EMOJI.url);
  const found = emoji(name);
  return found === undefined ? undefined : unicodeNode(name, found.code);
}

function unicodeNode(name: string, code: string): HtmlNode {
  const label = name.replaceAll('_', ' ');
  const attributes = { 'aria-label': label, class: `emoji emoji-${code}`, role: 'img', title: label };
  return element('span', attributes, [plain(`:${name}:`)]);
}

function imageNode(name: string, url: string): HtmlNode {
  return element('img', { alt: `:${name}:`, class: 'emoji', src: url, title: name.replaceAll('_', ' ') });
}
