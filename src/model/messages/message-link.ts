// A Markdown link to a message, labeled with its conversation. Any characters are allowed in the names.

import { EMPTY_TOPIC_DISPLAY_NAME } from './topic.ts';

/** Characters that would end or change the label. */
const SPECIAL = /[[\]`*_&]/g;

/** `[#channel > topic @ 💬](url)`, with the empty topic's display name if the topic is empty. */
export function channelMessageLink(channelName: string, topic: string, url: string): string {
  const label = `#${channelName} > ${topic || EMPTY_TOPIC_DISPLAY_NAME} @ 💬`;
  return `[${label.replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`)}](${url})`;
}
