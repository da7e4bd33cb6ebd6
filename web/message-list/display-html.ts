// The HTML of a message as displayed: with search matches highlighted in searches, and without the command of
// a `/me` message.

import type { Message } from '../store/message.ts';

type Texts = Pick<Message, 'content' | 'is_me_message'> & Partial<Pick<Message, 'match_content'>>;

export function displayHtml(message: Texts): string {
  const html = message.match_content ?? message.content;
  return message.is_me_message ? html.replace(/^<p>\/me /, '<p>') : html;
}
