// What the answer of a called webhook says: a message to post, nothing, or that it cannot be understood.

import { isRecord } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { Interface } from '../../stores/bots/service.ts';

/** What the bot says in the conversation in which it was called. */
export interface WebhookReply {
  readonly content: string;
  /** The JSON of a widget, as it came. */
  readonly widget?: string;
}

/** The answer is none; the message says what is wrong with it. */
export class UnreadableAnswer extends Error {}

/** The reply that the body of an answer asks for; undefined: nothing is to be said. */
export function replyIn(body: string, format: number): WebhookReply | undefined {
  const answer = parseJson(body);
  if (answer === undefined) throw new UnreadableAnswer('Invalid JSON in response');
  if (answer === '') return undefined;
  if (!isRecord(answer)) throw new UnreadableAnswer('Invalid response format');
  const reply = format === Interface.slack ? said(answer.text) : ownReply(answer);
  return reply?.content.trim() === '' ? undefined : reply;
}

function said(value: unknown): WebhookReply | undefined {
  return typeof value === 'string' ? { content: value } : undefined;
}

function ownReply(answer: Readonly<Record<string, unknown>>): WebhookReply | undefined {
  if (answer.response_not_required === true) return undefined;
  const older = said(answer.response_string);
  if (older) return older;
  const reply = said(answer.content);
  const widget = answer.widget_content;
  if (!reply || widget === undefined) return reply;
  return { ...reply, widget: typeof widget === 'string' ? widget : JSON.stringify(widget) };
}
