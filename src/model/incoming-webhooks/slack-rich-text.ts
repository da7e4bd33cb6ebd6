// Converts Slack's `rich_text` blocks to Markdown. In them formatting is a tree instead of markup.

import type { PayloadField } from './payload-field.ts';
import { EVERYONE, slackLink, slackTime } from './slack-markup.ts';
import { joinNonBlank, typeOf } from './slack-values.ts';
import { bold, codeBlock } from './untrusted-markdown.ts';

const MAX_INDENT = 8;

/** Adds marks around a text, inside its leading and trailing spaces. */
function withMark(text: string, mark: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return text;
  const at = text.indexOf(trimmed);
  return `${text.slice(0, at)}${mark}${trimmed}${mark}${text.slice(at + trimmed.length)}`;
}

function styled(text: string, element: PayloadField): string {
  const style = element.optional('style')?.asObject();
  if (!style) return text;
  const has = (name: string) => style.optional(name)?.value === true;
  let markdown = has('code') ? withMark(text.replaceAll('`', "'"), '`') : text;
  if (has('strike')) markdown = withMark(markdown, '~~');
  if (has('italic')) markdown = withMark(markdown, '*');
  return has('bold') ? withMark(markdown, '**') : markdown;
}

function inline(value: PayloadField): string {
  const element = value.asObject();
  const text = (name: string) => element.optionalText(name);
  switch (typeOf(element)) {
    case 'link':
      return styled(slackLink(text('url'), text('text')), element);
    case 'user':
      return bold(`@${text('user_id')}`);
    case 'usergroup':
      return bold(`@${text('usergroup_id')}`);
    case 'channel':
      return bold(`#${text('channel_id')}`);
    case 'broadcast':
      return EVERYONE;
    case 'emoji':
      return `:${text('name')}:`;
    case 'date':
      return slackTime(text('timestamp')) ?? text('fallback');
    case 'color':
      return text('value');
    default:
      // Includes elements that Slack adds later.
      return styled(text('text'), element);
  }
}

const line = (element: PayloadField) => element.optionalList('elements').map(inline).join('');

/** A whole number from 0; 0 for anything else. */
function numberAt(element: PayloadField, name: string): number {
  return Math.max(Math.floor(Number(element.optional(name)?.value) || 0), 0);
}

function listText(element: PayloadField): string {
  const indent = '  '.repeat(Math.min(numberAt(element, 'indent'), MAX_INDENT));
  const first = numberAt(element, 'offset') + 1;
  const isOrdered = element.optional('style')?.value === 'ordered';
  return element
    .optionalList('elements')
    .map((item, index) => {
      const mark = isOrdered ? `${first + index}.` : '*';
      return `${indent}${mark} ${line(item.asObject()).replaceAll('\n', ' ')}`;
    })
    .join('\n');
}

const plainOf = (element: PayloadField) => element.asObject().firstOf('text', 'url');

function part(value: PayloadField): string {
  const element = value.asObject();
  switch (typeOf(element)) {
    case 'rich_text_list':
      return listText(element);
    case 'rich_text_preformatted': {
      const language = element.optionalText('language');
      const code = element.optionalList('elements').map(plainOf).join('');
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

const isList = (value: PayloadField | undefined) => value !== undefined && typeOf(value) === 'rich_text_list';

/**
 * The Markdown of the `elements` of a rich text. Consecutive lists are levels of one list.
 * @throws `UnreadablePayloadError`
 */
export function richText(block: PayloadField): string {
  const parts = block.optionalList('elements');
  let text = '';
  for (const [index, value] of parts.entries()) {
    const isSameList = index > 0 && isList(value) && isList(parts[index - 1]);
    text = joinNonBlank(isSameList ? '\n' : '\n\n', [text, part(value)]);
  }
  return text;
}
