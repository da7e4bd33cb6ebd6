// The results of a search by conversation, the conversation with the newest result first. What is shown never moves when
// more is loaded: a group keeps its place and its rows, and older results of it are only counted until they are asked for.

import { conversationKey } from '../../store/conversation-key.ts';
import type { Message } from '../../store/message.ts';
import { type Conversation, conversationOf } from '../../store/narrow-targets.ts';

export interface ResultGroup {
  readonly key: string;
  readonly conversation: Conversation;
  /** Newest first. */
  readonly shown: readonly Message[];
  /** How many loaded results are not shown. */
  readonly hidden: number;
}

/** How many results of a conversation are shown at first. */
const SHOWN = 3;

interface Place {
  /** The id of the result that was the newest when the group appeared. */
  readonly newest: number;
  /** The id of the oldest result that is shown. */
  readonly oldest: number;
}

/** Remembers where the groups of one search are. */
export class ResultGroups {
  readonly #places = new Map<string, Place>();
  readonly #expanded: Set<string>;

  /** @param expanded the keys of groups that show all of their results */
  constructor(expanded: Iterable<string> = []) {
    this.#expanded = new Set(expanded);
  }

  get expanded(): ReadonlySet<string> {
    return this.#expanded;
  }

  /** Shows all results of a group, those that are loaded later as well. */
  expand(key: string): void {
    this.#expanded.add(key);
    const place = this.#places.get(key);
    if (place) this.#places.set(key, { ...place, oldest: 0 });
  }

  /** @param messages newest first */
  of(messages: readonly Message[], ownId: number): ResultGroup[] {
    const found = new Map<string, { readonly conversation: Conversation; readonly all: Message[] }>();
    for (const message of messages) {
      const conversation = conversationOf(message, ownId);
      const key = conversationKey(conversation);
      const group = found.get(key);
      if (group) group.all.push(message);
      else found.set(key, { conversation, all: [message] });
    }
    const groups = [...found].map(([key, { conversation, all }]) => {
      const place = this.#placeOf(key, all);
      const shown = all.filter(({ id }) => id >= place.oldest);
      return { key, conversation, shown, hidden: all.length - shown.length, newest: place.newest };
    });
    return groups.sort((a, b) => b.newest - a.newest).map(({ newest: _, ...group }) => group);
  }

  #placeOf(key: string, all: readonly Message[]): Place {
    const known = this.#places.get(key);
    // If all of its rows are gone, others take their place.
    if (known && all.some(({ id }) => id >= known.oldest)) return known;
    const [newest] = all;
    const oldest = all[Math.min(SHOWN, all.length) - 1];
    const shownFrom = this.#expanded.has(key) ? 0 : (oldest?.id ?? 0);
    const place = { newest: newest?.id ?? 0, oldest: shownFrom };
    this.#places.set(key, place);
    return place;
  }
}
