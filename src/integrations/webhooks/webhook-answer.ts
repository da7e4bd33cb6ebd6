// Parses the response of an outgoing webhook.

import { isRecord } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { CodedError } from '../../errors/coded-error.ts';
import { Interface } from '../../stores/bots/bot-service.ts';

/** The message that the bot posts in the conversation that triggered it. */
export interface WebhookReply {
  readonly content: string;
  /** The JSON of a widget, unchecked. */
  readonly widget?: string;
}

/** A response that cannot be parsed; the message says why. */
export class UnreadableAnswerError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('ANSWER_UNREADABLE', message, options);
  }
}

/** The reply in a response body; undefined if there is none. */
export function replyIn(body: string, format: number): WebhookReply | undefined {
  const answer = parseJson(body);
  if (answer === undefined) throw new UnreadableAnswerError('Invalid JSON in response');
  if (answer === '') return undefined;
  if (!isRecord(answer)) throw new UnreadableAnswerError('Invalid response format');
  const reply = format === Interface.slack ? textReply(answer.text) : ownReply(answer);
  return reply?.content.trim() === '' ? undefined : reply;
}

function textReply(value: unknown): WebhookReply | undefined {
  return typeof value === 'string' ? { content: value } : undefined;
}

function ownReply(answer: Readonly<Record<string, unknown>>): WebhookReply | undefined {
  if (answer.response_not_required === true) return undefined;
  const older = textReply(answer.response_string);
  if (older) return older;
  const reply = textReply(answer.content);
  const widget = answer.widget_content;
  if (!reply || widget === undefined) return reply;
  return { ...reply, widget: typeof widget === 'string' ? widget : JSON.stringify(widget) };
}
