// Polls and to-do lists, as far as they are shown: what their messages were sent with and what was added since.

import type { Message } from '../messages/message.ts';

export interface Choice {
  readonly key: string;
  readonly text: string;
  readonly voters: readonly number[];
}

export interface Poll {
  readonly question: string;
  readonly choices: readonly Choice[];
}

type Fields = Readonly<Record<string, unknown>>;

function read(content: string): Fields {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The poll of a message; undefined where it is none. */
export function pollOf({ submessages }: Pick<Message, 'submessages'>): Poll | undefined {
  const [first, ...later] = submessages;
  if (!first) return undefined;
  const { widget_type: type, extra_data: data } = read(first.content);
  if (type !== 'poll') return undefined;
  const { question, options } = (typeof data === 'object' && data !== null ? data : {}) as Fields;
  const texts = new Map<string, string>();
  const votes = new Map<string, Set<number>>();
  let asked = textOf(question);
  if (Array.isArray(options)) {
    for (const [place, option] of options.entries()) texts.set(`canned,${place}`, textOf(option));
  }
  for (const { sender_id: who, content } of later) {
    const said = read(content);
    if (said.type === 'new_option') texts.set(`${who},${said.idx}`, textOf(said.option));
    else if (said.type === 'question') asked = textOf(said.question);
    else if (said.type === 'vote' && typeof said.key === 'string') {
      const voters = votes.get(said.key) ?? new Set();
      if (said.vote === 1) voters.add(who);
      else voters.delete(who);
      votes.set(said.key, voters);
    }
  }
  const choices = [...texts].map(([key, text]) => ({ key, text, voters: [...(votes.get(key) ?? [])] }));
  return { question: asked, choices };
}
