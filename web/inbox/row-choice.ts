// The chosen row of a list of conversations, which stays chosen while another view is shown.

import type { Organization } from '../data/organization.ts';
import { Emitter } from '../lib/emitter.ts';
import type { Conversation } from '../store/narrow-targets.ts';

/** The content of a row. */
export interface RowContent {
  /** The key of the conversation. */
  readonly key: string;
  readonly conversation: Conversation;
  readonly count: number;
  /** The newest message that the row knows. */
  readonly newestId: number;
}

/** The content of the rows in the document. */
export const rowContents = new WeakMap<Element, RowContent>();

export class RowChoice {
  readonly #notices = new Emitter<'chosen'>();
  #chosen: RowContent | undefined;
  /** The key of a row that gets the focus as soon as it is rendered. */
  wanted: string | undefined;
  /** Functions to call once the row of a finished conversation has closed. */
  readonly pending = new Set<() => void>();
  /** Reopens rows that have closed and not left the list yet, by their keys. */
  readonly closed = new Map<string, () => void>();

  get chosen(): RowContent | undefined {
    return this.#chosen;
  }

  choose(row: RowContent | undefined): void {
    if (row?.key === this.#chosen?.key) return;
    this.#chosen = row;
    this.#notices.emit('chosen');
  }

  listen(listener: () => void): () => void {
    return this.#notices.listen('chosen', listener);
  }

  /** Calls the functions that wait for closing rows. */
  finish(): void {
    for (const act of this.pending) act();
  }
}

const choices = new WeakMap<Organization, Map<string, RowChoice>>();

/** The choice in a list of this name. */
export function rowChoiceOf(organization: Organization, list: string): RowChoice {
  const ofOrganization = choices.get(organization) ?? new Map<string, RowChoice>();
  choices.set(organization, ofOrganization);
  const choice = ofOrganization.get(list) ?? new RowChoice();
  ofOrganization.set(list, choice);
  return choice;
}
