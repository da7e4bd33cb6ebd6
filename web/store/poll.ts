// Polls: what their messages were sent with, and what was added since.

import {
  indexOf,
  MOST_ADDED,
  nextIndex,
  readFields,
  textOf,
  type WithSubmessages,
  widgetData,
} from './submessages.ts';

export interface Choice {
  readonly key: string;
  readonly text: string;
  readonly voters: readonly number[];
}

export interface Poll {
  readonly question: string;
  readonly choices: readonly Choice[];
}

/** The poll of a message; undefined where it is none. Equal texts are one choice: the first. */
export function pollOf(message: WithSubmessages): Poll | undefined {
  const data = widgetData(message, 'poll');
  if (!data) return undefined;
  const texts = new Map<string, string>();
  const votes = new Map<string, Set<number>>();
  const offer = (key: string, text: string) => {
    if (text !== '' && ![...texts.values()].includes(text)) texts.set(key, text);
  };
  let question = textOf(data.question);
  const canned = Array.isArray(data.options) ? data.options : [];
  for (const [place, option] of canned.entries()) offer(`canned,${place}`, textOf(option));
  for (const { sender_id: who, content } of message.submessages.slice(1)) {
    const said = readFields(content);
    const index = indexOf(said.idx);
    if (said.type === 'new_option' && index !== undefined) offer(`${who},${index}`, textOf(said.option));
    else if (said.type === 'question') question = textOf(said.question);
    else if (said.type === 'vote' && typeof said.key === 'string') {
      const voters = votes.get(said.key) ?? new Set();
      if (said.vote === 1) voters.add(who);
      else voters.delete(who);
      votes.set(said.key, voters);
    }
  }
  const choices = [...texts].map(([key, text]) => ({ key, text, voters: [...(votes.get(key) ?? [])] }));
  return { question, choices };
}

/** What is said to vote for a choice, or to take the vote back. */
export function voteFor({ key, voters }: Choice, personId: number): object {
  return { type: 'vote', key, vote: voters.includes(personId) ? -1 : 1 };
}

/** What is said to add a choice; undefined where there is one of that text, or nobody may add more. */
export function newChoice(message: WithSubmessages, personId: number, written: string): object | undefined {
  const option = written.trim();
  const idx = nextIndex(message, personId, 'idx');
  const isThere = pollOf(message)?.choices.some(({ text }) => text === option) ?? true;
  return option === '' || isThere || idx > MOST_ADDED ? undefined : { type: 'new_option', idx, option };
}

/** The message that asks a poll. */
export function pollText(question: string, choices: readonly string[]): string {
  const written = choices.map((choice) => choice.trim()).filter((choice) => choice !== '');
  return [`/poll ${question.trim()}`, ...new Set(written)].join('\n');
}
