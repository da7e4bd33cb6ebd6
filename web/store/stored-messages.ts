// Checks messages, and outgoing messages, that were stored in the browser.

import { isDestination, isRecord } from '../lib/stored-values.ts';
import type { Message } from './message.ts';
import type { OutgoingMessage, SendError } from './outbox.ts';

function isMessage(value: unknown): value is Message {
  return isRecord(value) && Number.isSafeInteger(value.id) && Array.isArray(value.flags);
}

/** Whether a value is a list of messages, as far as a view needs them. */
export function areMessages(value: unknown): value is readonly Message[] {
  return Array.isArray(value) && value.every(isMessage);
}

/** Earlier versions of the client stored the error as a plain text. */
function storedError(value: unknown): SendError | undefined {
  if (typeof value === 'string') return { code: '', message: value };
  return isRecord(value) ? { code: String(value.code), message: String(value.message) } : undefined;
}

/** A record of the outbox; undefined if it cannot be sent. */
export function storedOutgoing(value: unknown): OutgoingMessage | undefined {
  if (!isRecord(value) || !isDestination(value.destination)) return undefined;
  const { id, queueId, writtenAt, destination, content, problem, isSent } = value;
  if (typeof id !== 'string' || typeof queueId !== 'string') return undefined;
  if (typeof writtenAt !== 'number' || typeof content !== 'string') return undefined;
  const message = { id, queueId, writtenAt, destination, content };
  const error = storedError(problem);
  return { ...message, ...(error && { problem: error }), ...(isSent === true && { isSent }) };
}
