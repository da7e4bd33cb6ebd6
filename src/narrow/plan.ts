// Plans how to answer a narrow: the sources to search, most promising first, and the tests that filter their
// results.

import type { SearchQuery } from '../model/search/search-query.ts';
import type { Requester } from '../queries/requester.ts';
import type { Traits } from '../stores/messages/message-scan-store.ts';
import type { IdBounds } from '../stores/messages/range-store.ts';
import { readMuting } from '../stores/subscriptions/muting-store.ts';
import { ConversationFilter } from './conversation-filter.ts';
import { needsMuting } from './conversation-tests.ts';
import { MatchingChannels } from './matching-channels.ts';
import { NarrowTerms } from './narrow-terms.ts';
import { type OwnPeriods, readOwnPeriods } from './own-periods.ts';
import { sourcesFor } from './planner.ts';
import { type Tests, testsOf } from './predicates.ts';
import { isInOwnConversations, isOwn as isInOwnHistory, scopeOf } from './scope.ts';
import { sentBounds } from './sent-bounds.ts';
import { idSource, type Source } from './sources.ts';
import type { Narrow, Term } from './term.ts';

/** How the messages of a narrow are found. */
export interface Plan {
  /** Each contains all messages of the narrow; created on demand. */
  sources(): AsyncGenerator<Source>;
  /** The ids between which all messages of the narrow are. */
  readonly bounds: IdBounds;
  /** What indexes and conversations reveal about matching messages. */
  readonly traits: Traits;
  readonly conversationFilter: ConversationFilter;
  readonly tests: Tests;
  /** The words, and phrases of them, that all matches contain; undefined without a search. */
  readonly search: SearchQuery | undefined;
  /** Whether the tests reject hardly anything from the first source. */
  readonly isExact: boolean;
}

const noMuting = { mutedChannels: new Set<number>(), policies: new Map() };

async function* none(): AsyncGenerator<Source> {}

async function* only(source: Source): AsyncGenerator<Source> {
  yield source;
}

/** Plans a narrow for a requester; `among` limits it to some messages. */
export async function planNarrow(
  searcher: Requester,
  narrow: Narrow,
  among?: readonly number[],
): Promise<Plan> {
  const terms = new NarrowTerms(narrow);
  const scope = scopeOf(searcher, narrow);
  const { account, state, reader } = searcher;
  const muting = account && needsMuting(narrow.terms) ? await readMuting(reader, account.id) : noMuting;
  const tests = testsOf(narrow.terms, { channels: state.channels, muting });
  const isOwn = scope === 'personal' && account !== undefined;
  const context = { reader, searcher, terms, muting, conversationTests: tests.conversations, isOwn };
  const matching = new MatchingChannels(context);
  let periods: Promise<OwnPeriods> | undefined;
  const own = () => {
    periods ??= readOwnPeriods(reader, searcher);
    return periods;
  };
  if (isOwn) {
    tests.conversations.unshift((conversation) =>
      isInOwnConversations(conversation, account, matching.ownChannels),
    );
    tests.views.unshift(isInOwnHistory);
  }
  return {
    sources: () => {
      if (scope === 'closed' || scope === 'nothing') return none();
      if (among) return only(idSource(among));
      return sourcesFor({ reader, searcher, terms, matching, own: isOwn ? own : undefined });
    },
    bounds: await sentBounds(reader, narrow.terms),
    traits: terms.traits,
    conversationFilter: new ConversationFilter(
      tests.conversations,
      isOwn ? { accountId: account.id, periods: own } : undefined,
    ),
    tests,
    search: terms.positive('search'),
    isExact: narrow.terms.every(
      (term) => term.kind === 'since' || (!term.negated && isConversationTerm(term)),
    ),
  };
}

function isConversationTerm({ kind }: Term): boolean {
  return (
    kind === 'channel' || kind === 'topic' || kind === 'dm' || kind === 'any-dm' || kind === 'dm-including'
  );
}
