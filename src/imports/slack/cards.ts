// What programs add to messages in Slack: attachments, and blocks that are not written by people. Each raw text is converted
// once; what is not known of them is left out.

import { isRecord } from '../../api-contract/codec.ts';
import { literalLines, literalWithinMarks } from '../shaping/literal-text.ts';
import { linkTo } from '../shaping/web-links.ts';
import { type Fields, recordsOf, textOf } from './fields.ts';
import { fromSlackText, type SlackNames, withoutMarkup } from './markup.ts';
import { richText } from './rich-text.ts';

function joined(separator: string, parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join(separator);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A text, or the record of a text that is plain or in Slack's markup. */
function spoken(value: unknown, names: SlackNames): string {
  if (!isRecord(value)) return fromSlackText(textOf(value), names);
  const text = textOf(value.text);
  return value.type === 'plain_text' ? literalLines(text) : fromSlackText(text, names);
}

function imageOf(fields: Fields): string {
  const address = textOf(fields.image_url);
  return address === '' ? '' : linkTo(address, withoutMarkup(textOf(fields.alt_text)));
}

function headed(title: string): string {
  return title === '' ? '' : `## ${title}`;
}

function fieldText({ title, value }: Fields, names: SlackNames): string {
  const name = literalWithinMarks(inOneLine(withoutMarkup(textOf(title))));
  return name === '' ? spoken(value, names) : `**${name}**: ${spoken(value, names)}`;
}

function blockText(block: Fields, names: SlackNames): string {
  const accessory = isRecord(block.accessory) ? block.accessory : {};
  switch (block.type) {
    case 'rich_text':
      return richText([block], names) ?? '';
    case 'header':
      return headed(inOneLine(spoken(block.text, names)));
    case 'section':
      return joined('\n', [
        spoken(block.text, names),
        imageOf(accessory),
        ...recordsOf(block.fields).map((field) => spoken(field, names)),
      ]);
    case 'context':
      return joined(
        '\n',
        recordsOf(block.elements).map((one) => (one.type === 'image' ? imageOf(one) : spoken(one, names))),
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
  return joined(
    '\n\n',
    recordsOf(blocks).map((block) => blockText(block, names)),
  );
}

/** The text of an attachment. */
export function cardText(card: Fields, names: SlackNames): string {
  const title = inOneLine(spoken(card.title, names));
  const link = textOf(card.title_link);
  const fields = recordsOf(card.fields).map((field) => fieldText(field, names));
  const text = joined('\n\n', [
    headed(title === '' || link === '' ? title : linkTo(link, withoutMarkup(textOf(card.title)))),
    spoken(card.pretext, names),
    spoken(card.text, names),
    joined('\n', fields),
    blocksText(card.blocks, names),
    imageOf(card),
    literalLines(withoutMarkup(textOf(card.footer))),
  ]);
  return text === '' ? spoken(card.fallback, names) : text;
}
