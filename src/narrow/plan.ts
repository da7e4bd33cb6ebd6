// How a narrow is answered: which sources can be looked through for it, the most promising first, and what of what they
// give is left out.

import type { SearchQuery } from '../model/search/query.ts';
import type { Asker } from '../queries/asker.ts';
import type { Traits } from '../stores/messages/message-scan-store.ts';
import { readMuting } from '../stores/subscriptions/muting-store.ts';
import { AskedPlaces } from './asked-places.ts';
import { type OwnPlaces, ownPlaces } from './own-places.ts';
import { PlaceSieve } from './place-sieve.ts';
import { needsMuting } from './place-tests.ts';
import { sourcesFor } from './planner.ts';
import { type Tests, testsOf } from './predicates.ts';
import { isOwn as isInOwnHistory, isInOwnPlaces, scopeOf } from './scope.ts';
import { namedSource, type Source } from './sources.ts';
import type { Narrow, Term } from './term.ts';
import { WantedTerms } from './wanted-terms.ts';

/** What is done to find the messages of a narrow. */
export interface Plan {
  /** Each holds all messages of the narrow; made as they are asked for. */
  sources(): AsyncGenerator<Source>;
  /** What indexes tell of the messages, and what their places do. */
  readonly traits: Traits;
  readonly sieve: PlaceSieve;
  readonly tests: Tests;
  /** The words, and phrases of them, that all messages hold; undefined where none are searched for. */
  readonly search: SearchQuery | undefined;
  /** Whether the first source gives hardly anything that the tests leave out. */
  readonly isExact: boolean;
}

const noMuting = { mutedChannels: new Set<number>(), policies: new Map() };

async function* none(): AsyncGenerator<Source> {}

async function* only(source: Source): AsyncGenerator<Source> {
  yield source;
}

/** Plans a narrow for somebody; `among` limits it to some messages. */
export async function planNarrow(searcher: Asker, narrow: Narrow, among?: readonly number[]): Promise<Plan> {
  const terms = new WantedTerms(narrow);
  const scope = scopeOf(searcher, narrow);
  const { account, state, reader } = searcher;
  const muting = account && needsMuting(narrow.terms) ? await readMuting(reader, account.id) : noMuting;
  const tests = testsOf(narrow.terms, { channels: state.channels, muting });
  const isOwn = scope === 'personal' && account !== undefined;
  const by = { reader, searcher, terms, muting, placeTests: tests.places, isOwn };
  const asked = new AskedPlaces(by);
  let places: Promise<OwnPlaces> | undefined;
  const own = () => {
    places ??= ownPlaces(reader, searcher);
    return places;
  };
  if (isOwn) {
    tests.places.unshift((place) => isInOwnPlaces(place, account, asked.ownChannels));
    tests.views.unshift(isInOwnHistory);
  }
  return {
    sources: () => {
      if (scope === 'closed' || scope === 'nothing') return none();
      if (among) return only(namedSource(among));
      return sourcesFor({ reader, searcher, terms, asked, own: isOwn ? own : undefined });
    },
    traits: terms.traits,
    sieve: new PlaceSieve(tests.places, isOwn ? { accountId: account.id, places: own } : undefined),
    tests,
    search: terms.wanted('search'),
    isExact: narrow.terms.every((term) => !term.negated && isPlace(term)),
  };
}

function isPlace({ kind }: Term): boolean {
  return (
    kind === 'channel' || kind === 'topic' || kind === 'dm' || kind === 'any-dm' || kind === 'dm-including'
  );
}
