// From Slack's markup to ours, and from its blocks and attachments to a text. (Reference behaviour.)

import { isRecord } from '../../contract/codec.ts';
import { UnreadablePayload } from './refusals.ts';

type Fields = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): Fields {
  if (!isRecord(value)) throw new UnreadablePayload();
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UnreadablePayload();
  return value;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new UnreadablePayload();
  return value;
}

/** A text or a number. */
function shortOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value);
}

/** More than a message holds, whatever becomes of its marks. */
const READ_CHARACTERS = 40_000;

/** Links, bold and italics. No `<` stands within a link, so that what only begins links is not read again for each. */
export function fromSlackMarkup(text: string): string {
  return text
    .slice(0, READ_CHARACTERS)
    .toWellFormed()
    .replace(/<((?:https?|mailto):[^|<>\s]+)\|([^<>]+)>/g, '[$2]($1)')
    .replace(/(^|[\s(])\*(?!\s)([^*\n]+?)(?<!\s)\*(?=$|[\s.,;:!?)])/gm, '$1**$2**')
    .replace(/(^|[\s(])_(?!\s)([^_\n]+?)(?<!\s)_(?=$|[\s.,;:!?)])/gm, '$1*$2*');
}

/** The text object of a block: plain, or in Slack's markup. */
function textObject(value: unknown): string {
  if (typeof value === 'string') return fromSlackMarkup(value);
  const object = recordOf(value);
  const text = textOf(object.text);
  return object.type === 'plain_text' ? text : fromSlackMarkup(text);
}

function image(value: unknown): string {
  const { alt_text: alternative, image_url: url } = recordOf(value);
  return `[${textOf(alternative)}](${textOf(url)})`;
}

function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** One field is a text; more are a table of two columns. */
function fieldsOf(value: unknown): string {
  const fields = listOf(value).map(textObject);
  if (fields.length < 2) return fields.join('');
  const cells = fields.map((field) => inOneLine(field).replaceAll('|', '\\|'));
  const rows: string[] = [];
  for (let index = 0; index < cells.length; index += 2) {
    rows.push(`| ${cells[index] ?? ''} | ${cells[index + 1] ?? ''} |`);
  }
  return ['| | |', '|-|-|', ...rows].join('\n');
}

function sectionOf(block: Fields): string {
  const accessory = block.accessory === undefined ? {} : recordOf(block.accessory);
  return joined('\n', [
    block.text === undefined ? '' : textObject(block.text),
    accessory.type === 'image' ? image(accessory) : '',
    fieldsOf(block.fields),
  ]);
}

function blockText(value: unknown): string {
  const block = recordOf(value);
  switch (block.type) {
    case 'header':
      return `## ${textObject(block.text)}`;
    case 'section':
      return sectionOf(block);
    case 'context': {
      const elements = listOf(block.elements).map(recordOf);
      return joined(
        '\n',
        elements.map((element) => (element.type === 'image' ? image(element) : textObject(element))),
      );
    }
    case 'image':
      return image(block);
    case 'divider':
      return '----';
    case 'actions':
    case 'input':
      return '';
    default:
      throw new UnreadablePayload();
  }
}

function attachmentText(value: unknown): string {
  const attachment = recordOf(value);
  const title = fromSlackMarkup(textOf(attachment.title));
  const link = textOf(attachment.title_link);
  const fields = listOf(attachment.fields).map(recordOf);
  const sent = attachment.ts;
  const heading = link === '' ? title : `[${title}](${link})`;
  return joined('\n\n', [
    title === '' ? '' : `## ${heading}`,
    fromSlackMarkup(textOf(attachment.pretext)),
    fromSlackMarkup(textOf(attachment.text)),
    joined(
      '\n',
      fields.map((field) => `*${textOf(field.title)}*: ${fromSlackMarkup(shortOf(field.value))}`),
    ),
    blocksText(attachment.blocks),
    textOf(attachment.image_url) === '' ? '' : `[](${textOf(attachment.image_url)})`,
    textOf(attachment.footer),
    sent === undefined || sent === null ? '' : `<time:${isoTimeOf(sent)}>`,
  ]);
}

/** Messages take times in ISO 8601 only. */
function isoTimeOf(seconds: unknown): string {
  const moment = new Date(Number(shortOf(seconds)) * 1000);
  if (Number.isNaN(moment.getTime())) throw new UnreadablePayload();
  return moment.toISOString().replace('.000Z', 'Z');
}

function joined(separator: string, pieces: readonly string[]): string {
  return pieces.filter((piece) => piece.trim() !== '').join(separator);
}

function blocksText(blocks: unknown): string {
  return joined('\n\n', listOf(blocks).map(blockText));
}

/** The text of a whole message; empty when there is nothing to say. @throws `UnreadablePayload` */
export function slackMessageText(payload: Fields): string {
  const rich = joined('\n\n', [
    blocksText(payload.blocks),
    ...listOf(payload.attachments).map(attachmentText),
  ]);
  if (rich !== '') return rich;
  const text = fromSlackMarkup(textOf(payload.text));
  return text === '' ? '' : joined(' ', [textOf(payload.icon_emoji), text]);
}

/** The topic of a message that names a channel of Slack's; `fallback` when it names none. */
export function slackTopic(payload: Fields, fallback: string): string {
  const topic = textOf(payload.channel).replace(/^[@#]/, '').trim();
  return topic === '' ? fallback : topic;
}
