// Converts Slack's blocks to Markdown. For block types it does not know, it shows any text they contain.

import { fromSlackMarkup } from './slack-markup.ts';
import { richText } from './slack-rich-text.ts';
import { type Fields, joinNonBlank, listOf, recordOf, tableCell, textOf } from './slack-values.ts';
import { link } from './untrusted-markdown.ts';

/** The text object of a block: plain text, Markdown, or Slack's markup. */
function textObject(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return fromSlackMarkup(value);
  const object = recordOf(value);
  const text = textOf(object.text);
  return object.type === 'plain_text' || object.type === 'raw_text' ? text : fromSlackMarkup(text);
}

/** The last segment of a URL, as the name of a picture that has no other. */
function fileNameOf(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1) || 'image';
}

/** A link to a picture; empty if the URL is. */
export function imageLink(url: string, name: string): string {
  return url.trim() === '' ? '' : link(name.trim() || fileNameOf(url), url);
}

function image(block: Fields): string {
  const { slack_file: file } = block;
  const url = textOf(block.image_url) || (file ? textOf(recordOf(file).url) : '');
  return imageLink(url, textOf(block.alt_text) || textObject(block.title));
}

/** A link for a button with a URL. Other buttons only work in Slack. */
export function buttonLink(value: unknown): string {
  const button = recordOf(value);
  const url = textOf(button.url);
  return url === '' ? '' : link(textObject(button.text) || url, url);
}

const buttons = (elements: unknown) => joinNonBlank(' · ', listOf(elements).map(buttonLink));

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

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  const cell = recordOf(value);
  return cell.type === 'rich_text' ? richText(cell.elements) : textObject(cell);
}

/** A single field is shown as text, several as a table with two columns. */
function fieldsOf(value: unknown): string {
  const fields = listOf(value).map(textObject);
  if (fields.length < 2) return fields.join('');
  const rows: string[][] = [];
  for (let index = 0; index < fields.length; index += 2) rows.push(fields.slice(index, index + 2));
  return table(rows, false);
}

function accessoryOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const accessory = recordOf(value);
  return accessory.type === 'image' ? image(accessory) : buttonLink(accessory);
}

function contextElement(value: unknown): string {
  const element = recordOf(value);
  return element.type === 'image' ? image(element) : textObject(element);
}

function video(block: Fields): string {
  const title = textObject(block.title) || textOf(block.alt_text) || 'Video';
  return joinNonBlank('\n', [
    link(title, textOf(block.title_url) || textOf(block.video_url)),
    textOf(block.author_name),
    textObject(block.description),
  ]);
}

const sectionText = (block: Fields) =>
  joinNonBlank('\n', [textObject(block.text), accessoryOf(block.accessory), fieldsOf(block.fields)]);

function blockText(value: unknown): string {
  const block = recordOf(value);
  switch (block.type) {
    case 'header': {
      const title = textObject(block.text);
      return title === '' ? '' : `## ${title}`;
    }
    case 'section':
      return sectionText(block);
    case 'context':
      return joinNonBlank('\n', listOf(block.elements).map(contextElement));
    case 'image':
      return image(block);
    case 'divider':
      return '----';
    case 'actions':
      return buttons(block.elements);
    case 'rich_text':
      return richText(block.elements);
    case 'markdown':
      return textOf(block.text);
    case 'table':
      return table(
        listOf(block.rows).map((row) => listOf(row).slice(0, MAX_COLUMNS).map(cellText)),
        true,
      );
    case 'video':
      return video(block);
    case 'input':
      return textObject(block.label);
    case 'file':
      return '';
    default:
      return unknownText(block);
  }
}

function unknownText(block: Fields): string {
  const found = [block.title, block.text, block.fallback].filter(
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  );
  return joinNonBlank('\n', found.map(textObject));
}

/** The text of a list of blocks. @throws `UnreadablePayloadError` */
export function blocksText(blocks: unknown): string {
  return joinNonBlank('\n\n', listOf(blocks).map(blockText));
}
