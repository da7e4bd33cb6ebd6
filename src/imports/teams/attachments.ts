// Converts the attachments of Microsoft Teams messages: links to files at SharePoint, quoted messages, and cards of apps.

import { isRecord } from '../../api-contract/codec.ts';
import type { Row } from '../archive/row.ts';
import { cleanText } from '../archive/row.ts';
import type { Notes } from '../records/notes.ts';
import { literalText } from '../shaping/literal-text.ts';
import { isWebAddress, linkTo } from '../shaping/web-links.ts';

const CARD_DEPTH = 8;
const CARD_TEXTS = 200;
const TEXT_FIELDS = ['title', 'subtitle', 'text', 'value'];
const CONTAINER_FIELDS = ['body', 'items', 'columns', 'facts', 'sections'];

/** The texts in a card, whatever its structure. */
function cardTexts(value: unknown, depth = 0, found: string[] = []): string[] {
  if (depth > CARD_DEPTH || found.length >= CARD_TEXTS) return found;
  if (Array.isArray(value)) for (const item of value) cardTexts(item, depth + 1, found);
  else if (isRecord(value)) {
    for (const name of TEXT_FIELDS) {
      const text = value[name];
      if (typeof text === 'string' && text.trim() !== '') found.push(literalText(cleanText(text)));
    }
    for (const name of CONTAINER_FIELDS) cardTexts(value[name], depth + 1, found);
  }
  return found;
}

/** The JSON in the text of an attachment; undefined if it is not JSON. */
function contentOf(attachment: Row): unknown {
  try {
    return JSON.parse(attachment.text('content', ''));
  } catch {
    return undefined;
  }
}

function quotedText(content: unknown): string {
  if (!isRecord(content) || typeof content.messagePreview !== 'string') return '';
  return `> ${literalText(cleanText(content.messagePreview)).replaceAll('\n', '\n> ')}\n\n`;
}

export function attachmentText(attachment: Row, notes: Notes): string {
  const type = attachment.text('contentType', '');
  if (type === 'messageReference') return quotedText(contentOf(attachment));
  const address = attachment.text('contentUrl', '');
  if (isWebAddress(address)) {
    notes.add('files', 'they stay in SharePoint; links still lead there');
    return linkTo(address, attachment.text('name', '') || 'file');
  }
  return /card/i.test(type) ? cardTexts(contentOf(attachment)).join('\n') : '';
}
