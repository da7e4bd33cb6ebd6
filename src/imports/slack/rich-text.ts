// Converts the blocks that people write in Slack: styled text, lists, quotes and code. Unknown kinds are left out,
// since they change over time.

import { isRecord } from '../../api-contract/codec.ts';
import {
  codeBlock,
  inlineCode,
  joinInline,
  literalLines,
  literalText,
  literalWithinMarks,
} from '../shaping/literal-text.ts';
import { linkTo } from '../shaping/web-links.ts';
import { type Fields, recordsOf, textOf } from './fields.ts';
import { broadcast, emojiText, type SlackNames } from './markup.ts';

/** The deepest indentation of lists. */
const MAX_DEPTH = 8;
const STYLES = [
  ['strike', '~~'],
  ['italic', '*'],
  ['bold', '**'],
] as const;

/** Puts marks around each line of a text; white space stays outside of them. */
function withMarks(text: string, style: Fields): string {
  return text
    .split('\n')
    .map((line) => {
      const inner = line.trim();
      if (inner === '') return line;
      const start = line.length - line.trimStart().length;
      const formatted = STYLES.reduce((inside, [name, mark]) => {
        return style[name] === true ? `${mark}${inside}${mark}` : inside;
      }, inner);
      return `${line.slice(0, start)}${formatted}${line.slice(start + inner.length)}`;
    })
    .join('\n');
}

function withStyle(text: string, style: unknown): string {
  if (!isRecord(style)) return literalLines(text);
  if (style.code === true) return text.trim() === '' ? text : inlineCode(text);
  const isMarked = STYLES.some(([name]) => style[name] === true);
  return isMarked ? withMarks(literalWithinMarks(text), style) : literalLines(text);
}

function pieceOf(piece: Fields, names: SlackNames): string {
  switch (piece.type) {
    case 'text':
      return withStyle(textOf(piece.text), piece.style);
    case 'link':
      return withMarks(
        linkTo(textOf(piece.url), textOf(piece.text)),
        isRecord(piece.style) ? piece.style : {},
      );
    case 'user':
      return names.mention(textOf(piece.user_id)) ?? `@${literalText(textOf(piece.user_id))}`;
    case 'usergroup':
      return '@group';
    case 'channel': {
      const name = names.channel(textOf(piece.channel_id));
      return name === undefined ? `#${literalText(textOf(piece.channel_id))}` : `#**${name}**`;
    }
    case 'broadcast':
      return broadcast(textOf(piece.range));
    case 'emoji':
      return emojiText(textOf(piece.name), textOf(piece.unicode), names);
    case 'color':
      return literalText(textOf(piece.value));
    case 'date':
      return literalLines(textOf(piece.fallback));
    default:
      return '';
  }
}

function lineOf(element: Fields, names: SlackNames): string {
  return joinInline(recordsOf(element.elements).map((piece) => pieceOf(piece, names)));
}

/** Code is exactly as it was typed. */
function codeOf(element: Fields): string {
  const text = recordsOf(element.elements)
    .map((piece) => textOf(piece.text) || textOf(piece.url))
    .join('');
  return codeBlock(text.replace(/\n$/, ''));
}

function listOf(element: Fields, names: SlackNames): string {
  const indent = '  '.repeat(Math.min(MAX_DEPTH, Number(element.indent) || 0));
  const offset = Number(element.offset) || 0;
  return recordsOf(element.elements)
    .map((item, index) => {
      const mark = element.style === 'ordered' ? `${offset + index + 1}.` : '-';
      return `${indent}${mark} ${lineOf(item, names).replaceAll('\n', ' ')}`;
    })
    .join('\n');
}

function elementOf(element: Fields, names: SlackNames): string {
  switch (element.type) {
    case 'rich_text_section':
      return lineOf(element, names).replace(/\n$/, '');
    case 'rich_text_list':
      return listOf(element, names);
    case 'rich_text_quote':
      return `${lineOf(element, names)
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\n`;
    case 'rich_text_preformatted':
      return codeOf(element);
    default:
      return '';
  }
}

/** The text of the blocks that people write; undefined if there are none. */
export function richText(blocks: unknown, names: SlackNames): string | undefined {
  const rich = recordsOf(blocks).filter(({ type }) => type === 'rich_text');
  if (rich.length === 0) return undefined;
  const parts = rich.flatMap(({ elements }) =>
    recordsOf(elements).map((element) => elementOf(element, names)),
  );
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .trimEnd();
}
