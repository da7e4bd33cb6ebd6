// Parses the response of an outgoing webhook.

import {
  anyJson,
  type Decoded,
  decodeDocument,
  decodedOrUndefined,
  exactly,
  ifValid,
  jsonText,
  optional,
  record,
} from '../../api-contract/codec.ts';
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

const answerFields = record({
  /** The text in answers of programs made for Slack. */
  text: ifValid(jsonText),
  response_not_required: ifValid(exactly(true)),
  /** The older name of the content. */
  response_string: ifValid(jsonText),
  content: ifValid(jsonText),
  widget_content: optional(anyJson),
});
type Answer = Decoded<typeof answerFields>;

/** The reply in a response body; undefined if there is none. */
export function replyIn(body: string, format: number): WebhookReply | undefined {
  const parsed = parseJson(body);
  if (parsed === undefined) throw new UnreadableAnswerError('Invalid JSON in response');
  if (parsed === '') return undefined;
  const answer = decodeDocument(
    answerFields,
    parsed,
    () => new UnreadableAnswerError('Invalid response format'),
  );
  const reply = format === Interface.slack ? withContent(answer.text) : ownReply(answer);
  return reply?.content.trim() === '' ? undefined : reply;
}

function withContent(content: string | undefined): WebhookReply | undefined {
  return content === undefined ? undefined : { content };
}

function ownReply(answer: Answer): WebhookReply | undefined {
  if (answer.response_not_required) return undefined;
  if (answer.response_string !== undefined) return { content: answer.response_string };
  const reply = withContent(answer.content);
  const widget = answer.widget_content;
  if (!reply || widget === undefined) return reply;
  return { ...reply, widget: decodedOrUndefined(jsonText, widget) ?? JSON.stringify(widget) };
}
