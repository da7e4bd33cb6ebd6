// Polls: their initial question and options, and the options and votes added since.

import {
  indexOf,
  MAX_SUBMESSAGES,
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

/** The poll of a message; undefined if it has none. Options with equal texts count as one: the first. */
export function pollOf(message: WithSubmessages): Poll | undefined {
  const data = widgetData(message, 'poll');
  if (!data) return undefined;
  const texts = new Map<string, string>();
  const votes = new Map<string, Set<number>>();
  const addChoice = (key: string, text: string) => {
    if (text !== '' && ![...texts.values()].includes(text)) texts.set(key, text);
  };
  let question = textOf(data.question);
  const initialOptions = Array.isArray(data.options) ? data.options : [];
  for (const [index, option] of initialOptions.entries()) addChoice(`canned,${index}`, textOf(option));
  for (const { sender_id: senderId, content } of message.submessages.slice(1)) {
    const fields = readFields(content);
    const index = indexOf(fields.idx);
    if (fields.type === 'new_option' && index !== undefined)
      addChoice(`${senderId},${index}`, textOf(fields.option));
    else if (fields.type === 'question') question = textOf(fields.question);
    else if (fields.type === 'vote' && typeof fields.key === 'string') {
      const voters = votes.get(fields.key) ?? new Set();
      if (fields.vote === 1) voters.add(senderId);
      else voters.delete(senderId);
      votes.set(fields.key, voters);
    }
  }
  const choices = [...texts].map(([key, text]) => ({ key, text, voters: [...(votes.get(key) ?? [])] }));
  return { question, choices };
}

/** The submessage that votes for a choice, or withdraws the vote. */
export function voteFor({ key, voters }: Choice, personId: number): object {
  return { type: 'vote', key, vote: voters.includes(personId) ? -1 : 1 };
}

/** The submessage that adds a choice; undefined if its text exists already or the limit is reached. */
export function newChoice(message: WithSubmessages, personId: number, input: string): object | undefined {
  const option = input.trim();
  const idx = nextIndex(message, personId, 'idx');
  const exists = pollOf(message)?.choices.some(({ text }) => text === option) ?? true;
  return option === '' || exists || idx > MAX_SUBMESSAGES ? undefined : { type: 'new_option', idx, option };
}

/** The text of a message that creates a poll. */
export function pollText(question: string, choices: readonly string[]): string {
  const options = choices.map((choice) => choice.trim()).filter((choice) => choice !== '');
  return [`/poll ${question.trim()}`, ...new Set(options)].join('\n');
}
