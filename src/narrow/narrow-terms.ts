// The terms of a narrow as a plan needs them: by kind, the first term of each that is not negated.

import type { Traits } from '../stores/messages/message-scan-store.ts';
import type { FlagTest, Meaning, Narrow, Term } from './term.ts';

type Of<K extends Meaning['kind']> = Extract<Meaning, { kind: K }> & { readonly negated: boolean };

/** The terms of a narrow, with the queries that planning needs. */
export class NarrowTerms {
  readonly all: readonly Term[];

  constructor(narrow: Narrow) {
    this.all = narrow.terms;
  }

  /** The first positive term of a kind. */
  positive<K extends Meaning['kind']>(kind: K): Of<K> | undefined {
    return this.all.find((term): term is Of<K> => term.kind === kind && !term.negated);
  }

  /** Whether messages must have a flag. */
  requiresFlag(test: FlagTest): boolean {
    return this.all.some((term) => term.kind === 'flag' && term.test === test && !term.negated);
  }

  /** Whether messages must be read. */
  get excludesUnread(): boolean {
    return this.all.some((term) => term.kind === 'flag' && term.test === 'unread' && term.negated);
  }

  /** Whether messages must be in channels. */
  get excludesDirect(): boolean {
    return this.all.some((term) => term.kind === 'any-dm' && term.negated);
  }

  /** The traits of messages that an index can test. */
  get traits(): Traits {
    let [sender, otherThan, has, lacks] = [0, 0, 0, 0];
    for (const term of this.all) {
      if (term.kind === 'has') {
        if (term.negated) lacks |= term.bit;
        else has |= term.bit;
      }
      // With several sender terms, the head tests check the others.
      if (term.kind === 'sender') {
        if (term.negated) otherThan = term.accountId;
        else sender = term.accountId;
      }
    }
    return { sender, excludedSender: otherThan, has, lacks };
  }
}
