// Converts a message in Slack's format to Markdown: its blocks, or else its text, followed by its attachments.
// (As in the reference server.)

import type { PayloadField } from './payload-field.ts';
import { blocksText, buttonLink, imageLink } from './slack-blocks.ts';
import { fromSlackMarkup, slackTime } from './slack-markup.ts';
import { joinNonBlank } from './slack-values.ts';
import { link } from './untrusted-markdown.ts';
import { UnreadablePayloadError } from './webhook-errors.ts';

function attachmentText(value: PayloadField): string {
  const attachment = value.asObject();
  const text = (name: string) => attachment.optionalText(name);
  const title = fromSlackMarkup(text('title'));
  const author = text('author_name');
  const content = joinNonBlank('\n\n', [
    title === '' ? '' : `## ${text('title_link') === '' ? title : link(title, text('title_link'))}`,
    author === '' ? '' : link(author, text('author_link')),
    fromSlackMarkup(text('pretext')),
    fromSlackMarkup(text('text')),
    joinNonBlank('\n', attachment.optionalList('fields').map(fieldText)),
    blocksText(attachment),
    imageLink(text('image_url'), ''),
    imageLink(text('thumb_url'), ''),
    joinNonBlank(' · ', attachment.optionalList('actions').map(buttonLink)),
    text('footer'),
    // Markdown accepts only ISO 8601.
    slackTime(text('ts')) ?? '',
  ]);
  return content === '' ? fromSlackMarkup(text('fallback')) : content;
}

function fieldText(value: PayloadField): string {
  const field = value.asObject();
  const title = field.optionalText('title');
  return joinNonBlank(': ', [
    title.trim() === '' ? '' : `*${title}*`,
    fromSlackMarkup(field.optionalText('value')),
  ]);
}

/** The Markdown of the `attachments` of a message. @throws `UnreadablePayloadError` */
export function attachmentsText(message: PayloadField): string {
  return joinNonBlank('\n\n', message.optionalList('attachments').map(attachmentText));
}

/** A text; empty for anything else. */
function textIfAny(message: PayloadField, name: string): string {
  const field = message.optional(name);
  return field?.isText ? field.asText() : '';
}

/**
 * The Markdown of a whole message; empty if it has no content. Blocks replace the text; attachments follow it.
 * If they cannot be read, only the text is shown.
 * @throws `UnreadablePayloadError` if they cannot be read and there is no text
 */
export function slackMessageText(message: PayloadField): string {
  const markdown = fromSlackMarkup(message.optionalText('text'));
  const text = markdown.trim() === '' ? '' : joinNonBlank(' ', [textIfAny(message, 'icon_emoji'), markdown]);
  try {
    const rich = blocksText(message);
    return joinNonBlank('\n\n', [rich === '' ? text : rich, attachmentsText(message)]);
  } catch (error) {
    if (text === '' || !(error instanceof UnreadablePayloadError)) throw error;
    return text;
  }
}

/** The channel that a message names, as its topic; `fallback` if it names none. */
export function slackTopic(message: PayloadField, fallback: string): string {
  const topic = textIfAny(message, 'channel').replace(/^[@#]/, '').trim();
  return topic === '' ? fallback : topic;
}
