// Converts the cards that programs add to Slack messages: attachments, and blocks that people do not write. Each
// raw text is converted once; unknown parts are left out.

import { isRecord } from '../../api-contract/codec.ts';
import { literalLines, literalWithinMarks } from '../shaping/literal-text.ts';
import { linkTo } from '../shaping/web-links.ts';
import { type Fields, recordsOf, textOf } from './fields.ts';
import { fromSlackText, type SlackNames, withoutMarkup } from './markup.ts';
import { richText } from './rich-text.ts';

function joinNonBlank(separator: string, parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join(separator);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Converts a text, or the record of a text that is plain or in Slack's markup. */
function convertedText(value: unknown, names: SlackNames): string {
  if (!isRecord(value)) return fromSlackText(textOf(value), names);
  const text = textOf(value.text);
  return value.type === 'plain_text' ? literalLines(text) : fromSlackText(text, names);
}

function imageOf(fields: Fields): string {
  const address = textOf(fields.image_url);
  return address === '' ? '' : linkTo(address, withoutMarkup(textOf(fields.alt_text)));
}

function headingOf(title: string): string {
  return title === '' ? '' : `## ${title}`;
}

function fieldText({ title, value }: Fields, names: SlackNames): string {
  const name = literalWithinMarks(inOneLine(withoutMarkup(textOf(title))));
  return name === '' ? convertedText(value, names) : `**${name}**: ${convertedText(value, names)}`;
}

function blockText(block: Fields, names: SlackNames): string {
  const accessory = isRecord(block.accessory) ? block.accessory : {};
  switch (block.type) {
    case 'rich_text':
      return richText([block], names) ?? '';
    case 'header':
      return headingOf(inOneLine(convertedText(block.text, names)));
    case 'section':
      return joinNonBlank('\n', [
        convertedText(block.text, names),
        imageOf(accessory),
        ...recordsOf(block.fields).map((field) => convertedText(field, names)),
      ]);
    case 'context':
      return joinNonBlank(
        '\n',
        recordsOf(block.elements).map((record) =>
          record.type === 'image' ? imageOf(record) : convertedText(record, names),
        ),
      );
    case 'image':
      return imageOf(block);
    case 'divider':
      return '----';
    default:
      return '';
  }
}

/** The text of blocks, one below the other. */
export function blocksText(blocks: unknown, names: SlackNames): string {
  return joinNonBlank(
    '\n\n',
    recordsOf(blocks).map((block) => blockText(block, names)),
  );
}

/** The text of an attachment. */
export function cardText(card: Fields, names: SlackNames): string {
  const title = inOneLine(convertedText(card.title, names));
  const link = textOf(card.title_link);
  const fields = recordsOf(card.fields).map((field) => fieldText(field, names));
  const text = joinNonBlank('\n\n', [
    headingOf(title === '' || link === '' ? title : linkTo(link, withoutMarkup(textOf(card.title)))),
    convertedText(card.pretext, names),
    convertedText(card.text, names),
    joinNonBlank('\n', fields),
    blocksText(card.blocks, names),
    imageOf(card),
    literalLines(withoutMarkup(textOf(card.footer))),
  ]);
  return text === '' ? convertedText(card.fallback, names) : text;
}
