// The text of a message that is meant for Slack: its blocks, or its text, and its attachments. (Reference behaviour.)

import { UnreadablePayload } from './refusals.ts';
import { blocksText, buttonLink, imageLink } from './slack-blocks.ts';
import { fromSlackMarkup, slackMoment } from './slack-markup.ts';
import { type Fields, joined, listOf, recordOf, shortOf, textOf } from './slack-values.ts';
import { link } from './text.ts';

function attachmentText(value: unknown): string {
  const attachment = recordOf(value);
  const text = (name: string) => textOf(attachment[name]);
  const title = fromSlackMarkup(text('title'));
  const author = text('author_name');
  const fields = listOf(attachment.fields).map(recordOf);
  const actions = listOf(attachment.actions).map(recordOf);
  const shown = joined('\n\n', [
    title === '' ? '' : `## ${text('title_link') === '' ? title : link(title, text('title_link'))}`,
    author === '' ? '' : link(author, text('author_link')),
    fromSlackMarkup(text('pretext')),
    fromSlackMarkup(text('text')),
    joined(
      '\n',
      fields.map((field) => joined(': ', [fieldTitle(field), fromSlackMarkup(shortOf(field.value))])),
    ),
    blocksText(attachment.blocks),
    imageLink(text('image_url'), ''),
    imageLink(text('thumb_url'), ''),
    joined(' · ', actions.map(buttonLink)),
    text('footer'),
    momentOf(attachment.ts),
  ]);
  return shown === '' ? fromSlackMarkup(text('fallback')) : shown;
}

function fieldTitle(field: Fields): string {
  const title = textOf(field.title);
  return title.trim() === '' ? '' : `*${title}*`;
}

/** Messages take times in ISO 8601 only. A time in another form than Slack's is left out. */
function momentOf(seconds: unknown): string {
  return slackMoment(shortOf(seconds)) ?? '';
}

/** The text of attachments alone. @throws `UnreadablePayload` */
function attachmentsText(attachments: unknown): string {
  return joined('\n\n', listOf(attachments).map(attachmentText));
}

/**
 * The text of a whole message; empty when there is nothing to say. Blocks stand for the text; attachments stand below it. Where
 * they cannot be read the text alone is shown.
 * @throws `UnreadablePayload` where they cannot be read and there is no text
 */
export function slackMessageText(payload: Fields): string {
  const words = fromSlackMarkup(textOf(payload.text));
  const text = words.trim() === '' ? '' : joined(' ', [emojiOf(payload), words]);
  try {
    const rich = blocksText(payload.blocks);
    return joined('\n\n', [rich === '' ? text : rich, attachmentsText(payload.attachments)]);
  } catch (error) {
    if (text === '' || !(error instanceof UnreadablePayload)) throw error;
    return text;
  }
}

const emojiOf = ({ icon_emoji: emoji }: Fields) => (typeof emoji === 'string' ? emoji : '');

/** The topic of a message that names a channel of Slack's; `fallback` when it names none. */
export function slackTopic(payload: Fields, fallback: string): string {
  const { channel } = payload;
  const topic = typeof channel === 'string' ? channel.replace(/^[@#]/, '').trim() : '';
  return topic === '' ? fallback : topic;
}
