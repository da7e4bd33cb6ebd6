// The attachments ("cards") that programs add to Mattermost posts, in Slack's format but with Markdown.

import { isRecord } from '../../api-contract/codec.ts';
import { cleanText } from '../archive/row.ts';

function textOf(value: unknown): string {
  return typeof value === 'string' ? cleanText(value).trim() : '';
}

function fieldText({ title, value }: Readonly<Record<string, unknown>>): string {
  const [name, text] = [textOf(title), textOf(String(value ?? ''))];
  return name === '' ? text : `**${name}**: ${text}`;
}

function cardText(card: Readonly<Record<string, unknown>>): string {
  const title = textOf(card.title);
  const link = textOf(card.title_link);
  const fields = Array.isArray(card.fields) ? card.fields.filter(isRecord) : [];
  const parts = [
    textOf(card.pretext),
    title === '' ? '' : link === '' ? `**${title}**` : `**[${title}](${link})**`,
    textOf(card.text),
    ...fields.map(fieldText),
  ].filter((part) => part !== '');
  return parts.length === 0 ? textOf(card.fallback) : parts.join('\n');
}

/** The cards of a post's `props`, one below the other; empty if there are none. */
export function cardsIn(props: unknown): string {
  if (!isRecord(props) || !Array.isArray(props.attachments)) return '';
  return props.attachments
    .filter(isRecord)
    .map(cardText)
    .filter((text) => text !== '')
    .join('\n\n');
}
