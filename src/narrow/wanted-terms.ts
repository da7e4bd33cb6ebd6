// The terms of a narrow as its plan looks at them: which kinds are asked for, by the first term of each that is not
// negated.

import { type ColumnFilter, noFilter } from '../model/messages/range-store.ts';
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

  /** The channels of which no message is asked for. */
  get excludedChannels(): ReadonlySet<number> {
    const excluded = new Set<number>();
    for (const term of this.all) if (term.kind === 'channel' && term.negated) excluded.add(term.channelId);
    return excluded;
  }

  /** Whether a flag is asked for. */
  wantsFlag(test: FlagTest): boolean {
    return this.all.some((term) => term.kind === 'flag' && term.test === test && !term.negated);
  }

  /** Whether messages of channels alone are asked for. */
  get excludesDirect(): boolean {
    return this.all.some((term) => term.kind === 'any-dm' && term.negated);
  }

  /** What an index can tell of a message without its row being read. */
  get columnFilter(): ColumnFilter {
    let has = 0;
    for (const term of this.all) if (term.kind === 'has' && !term.negated) has |= term.bit;
    return has === 0 ? noFilter : { has };
  }
}
