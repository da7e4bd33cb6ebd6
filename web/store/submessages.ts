// Submessages, which are added to a message later, such as votes. Their JSON can come from anyone who can
// read the message, so it is validated here.

import type { Message } from './message.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type WithSubmessages = Pick<Message, 'submessages'>;

/** The server's limit of submessages for one message. */
export const MAX_SUBMESSAGES = 1000;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function readFields(content: string): Fields {
  try {
    return fieldsOf(JSON.parse(content));
  } catch {
    return {};
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The data of a message's widget, if it is of this type. */
export function widgetData({ submessages }: WithSubmessages, type: string): Fields | undefined {
  const [first] = submessages;
  if (!first) return undefined;
  const { widget_type: found, extra_data: data } = readFields(first.content);
  return found === type ? fieldsOf(data) : undefined;
}

/** Whether a message is shown as a poll, a task list or buttons. */
export function hasWidget(message: WithSubmessages): boolean {
  return ['poll', 'todo', 'zform'].some((type) => widgetData(message, type) !== undefined);
}

/** A valid index of something added; undefined for anything else. */
export function indexOf(value: unknown): number | undefined {
  const isIndex = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_SUBMESSAGES;
  return isIndex ? (value as number) : undefined;
}

/** The next unused index of an account. */
export function nextIndex({ submessages }: WithSubmessages, personId: number, field: 'idx' | 'key'): number {
  const own = submessages.slice(1).filter(({ sender_id }) => sender_id === personId);
  const usedIndexes = own.map(({ content }) => indexOf(readFields(content)[field]) ?? 0);
  return Math.max(0, ...usedIndexes) + 1;
}
