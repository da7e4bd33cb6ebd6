// Converts Slack's `rich_text` blocks to Markdown. In them formatting is a tree instead of markup.

import { EVERYONE, slackLink, slackTime } from './slack-markup.ts';
import { type Fields, joinNonBlank, listOf, recordOf, textOf, textOrNumberOf } from './slack-values.ts';
import { bold, codeBlock } from './untrusted-markdown.ts';

const MAX_INDENT = 8;

/** Adds marks around a text, inside its leading and trailing spaces. */
function withMark(text: string, mark: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return text;
  const at = text.indexOf(trimmed);
  return `${text.slice(0, at)}${mark}${trimmed}${mark}${text.slice(at + trimmed.length)}`;
}

function withStyle(text: string, style: unknown): string {
  if (style === undefined || style === null) return text;
  const { bold: isBold, italic, strike, code } = recordOf(style);
  let markdown = code === true ? withMark(text.replaceAll('`', "'"), '`') : text;
  if (strike === true) markdown = withMark(markdown, '~~');
  if (italic === true) markdown = withMark(markdown, '*');
  return isBold === true ? withMark(markdown, '**') : markdown;
}

function inline(value: unknown): string {
  const element = recordOf(value);
  switch (element.type) {
    case 'link':
      return withStyle(slackLink(textOf(element.url), textOf(element.text)), element.style);
    case 'user':
      return bold(`@${textOf(element.user_id)}`);
    case 'usergroup':
      return bold(`@${textOf(element.usergroup_id)}`);
    case 'channel':
      return bold(`#${textOf(element.channel_id)}`);
    case 'broadcast':
      return EVERYONE;
    case 'emoji':
      return `:${textOf(element.name)}:`;
    case 'date':
      return slackTime(textOrNumberOf(element.timestamp)) ?? textOf(element.fallback);
    case 'color':
      return textOf(element.value);
    default:
      // Includes elements that Slack adds later.
      return withStyle(textOf(element.text), element.style);
  }
}

const line = (element: Fields) => listOf(element.elements).map(inline).join('');

function listText(element: Fields): string {
  const indent = '  '.repeat(Math.min(Math.max(Number(element.indent) || 0, 0), MAX_INDENT));
  const first = Math.max(Math.floor(Number(element.offset) || 0), 0) + 1;
  return listOf(element.elements)
    .map((item, index) => {
      const mark = element.style === 'ordered' ? `${first + index}.` : '*';
      return `${indent}${mark} ${line(recordOf(item)).replaceAll('\n', ' ')}`;
    })
    .join('\n');
}

function plainOf(value: unknown): string {
  const element = recordOf(value);
  return textOf(element.text) || textOf(element.url);
}

function part(value: unknown): string {
  const element = recordOf(value);
  switch (element.type) {
    case 'rich_text_list':
      return listText(element);
    case 'rich_text_preformatted': {
      const language = textOf(element.language);
      const code = listOf(element.elements).map(plainOf).join('');
      return codeBlock(code, /^[\w+#-]{1,30}$/.test(language) ? language : '').replace('``` \n', '```\n');
    }
    case 'rich_text_quote':
      return line(element)
        .split('\n')
        .map((quotedLine) => `> ${quotedLine}`)
        .join('\n');
    default:
      return line(element).replace(/\n+$/, '');
  }
}

const isList = (value: unknown) => recordOf(value).type === 'rich_text_list';

/** The Markdown of a rich text. Consecutive lists are levels of one list. @throws `UnreadablePayloadError` */
export function richText(elements: unknown): string {
  const parts = listOf(elements);
  let text = '';
  for (const [index, value] of parts.entries()) {
    const isSameList = index > 0 && isList(value) && isList(parts[index - 1]);
    text = joinNonBlank(isSameList ? '\n' : '\n\n', [text, part(value)]);
  }
  return text;
}
