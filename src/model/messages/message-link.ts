// A message as a link in Markdown: labelled with its conversation, whatever characters that has in its names.

import { EMPTY_TOPIC_DISPLAY_NAME } from './topic.ts';

/** What would end or change a label in the middle. */
const SPECIAL = /[[\]`*_&]/g;

/** `[#channel > topic @ 💬](url)`, the label the empty topic's shown name where it has none. */
export function channelMessageLink(channelName: string, topic: string, url: string): string {
  const label = `#${channelName} > ${topic || EMPTY_TOPIC_DISPLAY_NAME} @ 💬`;
  return `[${label.replace(SPECIAL, (one) => `&#${one.charCodeAt(0)};`)}](${url})`;
}
