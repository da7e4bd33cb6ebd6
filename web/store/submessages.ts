// What is added to a message by and by, as votes are: JSON of anybody who reads it, so nothing of it is taken on trust.

import type { Message } from './message.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type WithSubmessages = Pick<Message, 'submessages'>;

/** As the server has it: nobody adds more to one message. */
export const MOST_ADDED = 1000;

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

/** What a message was sent with, where it is of a type. */
export function widgetData({ submessages }: WithSubmessages, type: string): Fields | undefined {
  const [first] = submessages;
  if (!first) return undefined;
  const { widget_type: found, extra_data: data } = readFields(first.content);
  return found === type ? fieldsOf(data) : undefined;
}

/** Whether a message is shown as something to vote in, to tick or to press. */
export function hasWidget(message: WithSubmessages): boolean {
  return ['poll', 'todo', 'zform'].some((type) => widgetData(message, type) !== undefined);
}

/** An index that somebody may give to what they add; undefined for anything else. */
export function indexOf(value: unknown): number | undefined {
  const isIndex = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_ADDED;
  return isIndex ? (value as number) : undefined;
}

/** The index of the next thing that somebody adds: one that no earlier one has. */
export function nextIndex({ submessages }: WithSubmessages, personId: number, field: 'idx' | 'key'): number {
  const own = submessages.slice(1).filter(({ sender_id }) => sender_id === personId);
  const used = own.map(({ content }) => indexOf(readFields(content)[field]) ?? 0);
  return Math.max(0, ...used) + 1;
}
