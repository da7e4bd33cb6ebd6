// Converts Slack's blocks to Markdown. For block types it does not know, it shows any text they contain.

import type { PayloadField } from './payload-field.ts';
import { fromSlackMarkup } from './slack-markup.ts';
import { richText } from './slack-rich-text.ts';
import { joinNonBlank, tableCell, typeOf } from './slack-values.ts';
import { link } from './untrusted-markdown.ts';

/** The text object of a block: plain text, Markdown, or Slack's markup; empty if it is missing or null. */
function textObject(value: PayloadField | undefined): string {
  if (!value || value.value === null) return '';
  if (value.isText) return fromSlackMarkup(value.asText());
  const text = value.asObject().optionalText('text');
  const type = typeOf(value);
  return type === 'plain_text' || type === 'raw_text' ? text : fromSlackMarkup(text);
}

/** The last segment of a URL, as the name of a picture that has no other. */
function fileNameOf(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1) || 'image';
}

/** A link to a picture; empty if the URL is. */
export function imageLink(url: string, name: string): string {
  return url.trim() === '' ? '' : link(name.trim() || fileNameOf(url), url);
}

function image(block: PayloadField): string {
  const url = block.firstOf('image_url', 'slack_file.url');
  return imageLink(url, block.optionalText('alt_text') || textObject(block.optional('title')));
}

/** A link for a button with a URL. Other buttons only work in Slack. */
export function buttonLink(button: PayloadField): string {
  const url = button.asObject().optionalText('url');
  return url === '' ? '' : link(textObject(button.optional('text')) || url, url);
}

/** A Markdown table. If `hasHead`, the first row is its head. */
function table(rows: readonly (readonly string[])[], hasHead: boolean): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const row = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => tableCell(cells[index] ?? '')).join(' | ')} |`;
  const [head = [], ...body] = hasHead ? rows : [[], ...rows];
  if (width === 0) return '';
  const top = hasHead ? row(head) : `|${' |'.repeat(width)}`;
  return [top, `|${'-|'.repeat(width)}`, ...body.map(row)].join('\n');
}

const MAX_COLUMNS = 50;

function cellText(cell: PayloadField): string {
  if (cell.isText) return cell.asText();
  return typeOf(cell.asObject()) === 'rich_text' ? richText(cell) : textObject(cell);
}

/** A single field is shown as text, several as a table with two columns. */
function fieldsText(block: PayloadField): string {
  const fields = block.optionalList('fields').map(textObject);
  if (fields.length < 2) return fields.join('');
  const rows: string[][] = [];
  for (let index = 0; index < fields.length; index += 2) rows.push(fields.slice(index, index + 2));
  return table(rows, false);
}

function accessoryText(accessory: PayloadField | undefined): string {
  if (!accessory) return '';
  return typeOf(accessory) === 'image' ? image(accessory) : buttonLink(accessory);
}

function contextElement(element: PayloadField): string {
  return typeOf(element) === 'image' ? image(element) : textObject(element);
}

function video(block: PayloadField): string {
  const title = textObject(block.optional('title')) || block.optionalText('alt_text') || 'Video';
  return joinNonBlank('\n', [
    link(title, block.firstOf('title_url', 'video_url')),
    block.optionalText('author_name'),
    textObject(block.optional('description')),
  ]);
}

const sectionText = (block: PayloadField) =>
  joinNonBlank('\n', [
    textObject(block.optional('text')),
    accessoryText(block.optional('accessory')),
    fieldsText(block),
  ]);

function tableText(block: PayloadField): string {
  const rows = block.optionalList('rows').map((row) => row.asList().slice(0, MAX_COLUMNS).map(cellText));
  return table(rows, true);
}

function blockText(value: PayloadField): string {
  const block = value.asObject();
  switch (typeOf(block)) {
    case 'header': {
      const title = textObject(block.optional('text'));
      return title === '' ? '' : `## ${title}`;
    }
    case 'section':
      return sectionText(block);
    case 'context':
      return joinNonBlank('\n', block.optionalList('elements').map(contextElement));
    case 'image':
      return image(block);
    case 'divider':
      return '----';
    case 'actions':
      return joinNonBlank(' · ', block.optionalList('elements').map(buttonLink));
    case 'rich_text':
      return richText(block);
    case 'markdown':
      return block.optionalText('text');
    case 'table':
      return tableText(block);
    case 'video':
      return video(block);
    case 'input':
      return textObject(block.optional('label'));
    case 'file':
      return '';
    default:
      return unknownText(block);
  }
}

function unknownText(block: PayloadField): string {
  const found = ['title', 'text', 'fallback']
    .flatMap((name) => block.optional(name) ?? [])
    .filter((value) => value.isText || value.isObject);
  return joinNonBlank('\n', found.map(textObject));
}

/** The text of the `blocks` of a message. @throws `UnreadablePayloadError` */
export function blocksText(message: PayloadField): string {
  return joinNonBlank('\n\n', message.optionalList('blocks').map(blockText));
}
