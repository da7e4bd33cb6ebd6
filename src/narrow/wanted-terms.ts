// The terms of a narrow as its plan looks at them: which kinds are asked for, by the first term of each that is not
// negated.

import type { Traits } from '../stores/messages/message-scan-store.ts';
import type { FlagTest, Meaning, Narrow, Term } from './term.ts';

type Of<K extends Meaning['kind']> = Extract<Meaning, { kind: K }> & { readonly negated: boolean };

/** The terms of a narrow, by what a plan asks of them. */
export class WantedTerms {
  readonly all: readonly Term[];

  constructor(narrow: Narrow) {
    this.all = narrow.terms;
  }

  /** The first wanted term of a kind. */
  wanted<K extends Meaning['kind']>(kind: K): Of<K> | undefined {
    return this.all.find((term): term is Of<K> => term.kind === kind && !term.negated);
  }

  /** Whether a flag is asked for. */
  wantsFlag(test: FlagTest): boolean {
    return this.all.some((term) => term.kind === 'flag' && term.test === test && !term.negated);
  }

  /** Whether nothing unread is asked for. */
  get excludesUnread(): boolean {
    return this.all.some((term) => term.kind === 'flag' && term.test === 'unread' && term.negated);
  }

  /** Whether messages of channels alone are asked for. */
  get excludesDirect(): boolean {
    return this.all.some((term) => term.kind === 'any-dm' && term.negated);
  }

  /** What an index that is walked tells of a message. */
  get traits(): Traits {
    let [sender, otherThan, has, lacks] = [0, 0, 0, 0];
    for (const term of this.all) {
      if (term.kind === 'has') {
        if (term.negated) lacks |= term.bit;
        else has |= term.bit;
      }
      // Of several, the tests of heads see to the others.
      if (term.kind === 'sender') {
        if (term.negated) otherThan = term.accountId;
        else sender = term.accountId;
      }
    }
    return { sender, otherThan, has, lacks };
  }
}
