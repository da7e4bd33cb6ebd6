// Converts a message in Slack's format to Markdown: its blocks, or else its text, followed by its attachments.
// (Reference behavior.)

import { blocksText, buttonLink, imageLink } from './slack-blocks.ts';
import { fromSlackMarkup, slackTime } from './slack-markup.ts';
import { type Fields, joinNonBlank, listOf, recordOf, textOf, textOrNumberOf } from './slack-values.ts';
import { link } from './untrusted-markdown.ts';
import { UnreadablePayloadError } from './webhook-errors.ts';

function attachmentText(value: unknown): string {
  const attachment = recordOf(value);
  const text = (name: string) => textOf(attachment[name]);
  const title = fromSlackMarkup(text('title'));
  const author = text('author_name');
  const fields = listOf(attachment.fields).map(recordOf);
  const actions = listOf(attachment.actions).map(recordOf);
  const content = joinNonBlank('\n\n', [
    title === '' ? '' : `## ${text('title_link') === '' ? title : link(title, text('title_link'))}`,
    author === '' ? '' : link(author, text('author_link')),
    fromSlackMarkup(text('pretext')),
    fromSlackMarkup(text('text')),
    joinNonBlank(
      '\n',
      fields.map((field) =>
        joinNonBlank(': ', [fieldTitle(field), fromSlackMarkup(textOrNumberOf(field.value))]),
      ),
    ),
    blocksText(attachment.blocks),
    imageLink(text('image_url'), ''),
    imageLink(text('thumb_url'), ''),
    joinNonBlank(' · ', actions.map(buttonLink)),
    text('footer'),
    momentOf(attachment.ts),
  ]);
  return content === '' ? fromSlackMarkup(text('fallback')) : content;
}

function fieldTitle(field: Fields): string {
  const title = textOf(field.title);
  return title.trim() === '' ? '' : `*${title}*`;
}

/** A timestamp as Markdown, which accepts only ISO 8601. Empty if the timestamp is not in Slack's format. */
function momentOf(seconds: unknown): string {
  return slackTime(textOrNumberOf(seconds)) ?? '';
}

/** The Markdown of the attachments. @throws `UnreadablePayloadError` */
function attachmentsText(attachments: unknown): string {
  return joinNonBlank('\n\n', listOf(attachments).map(attachmentText));
}

/**
 * The Markdown of a whole message; empty if it has no content. Blocks replace the text; attachments follow it.
 * If they cannot be read, only the text is shown.
 * @throws `UnreadablePayloadError` if they cannot be read and there is no text
 */
export function slackMessageText(payload: Fields): string {
  const markdown = fromSlackMarkup(textOf(payload.text));
  const text = markdown.trim() === '' ? '' : joinNonBlank(' ', [emojiOf(payload), markdown]);
  try {
    const rich = blocksText(payload.blocks);
    return joinNonBlank('\n\n', [rich === '' ? text : rich, attachmentsText(payload.attachments)]);
  } catch (error) {
    if (text === '' || !(error instanceof UnreadablePayloadError)) throw error;
    return text;
  }
}

const emojiOf = ({ icon_emoji: emoji }: Fields) => (typeof emoji === 'string' ? emoji : '');

/** The channel that a message names, as its topic; `fallback` if it names none. */
export function slackTopic(payload: Fields, fallback: string): string {
  const { channel } = payload;
  const topic = typeof channel === 'string' ? channel.replace(/^[@#]/, '').trim() : '';
  return topic === '' ? fallback : topic;
}
