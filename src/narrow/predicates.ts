// Tests whether messages match the terms of a narrow. Terms about the conversation are in
// `conversation-tests.ts`. Terms about the message itself are tested on its head, and terms about flags on the
// account's view of it. Words, phrases and mentions of other accounts are looked up for many messages at once.

import { Yielder } from '../api-contract/yielding.ts';
import type { MessageHead } from '../model/messages/message-row.ts';
import { containsPhrase } from '../model/search/search-query.ts';
import type { Reader } from '../storage/reader-writer.ts';
import { mentionedAmong, rawContents } from '../stores/messages/lookup-store.ts';
import { HasBit } from '../stores/messages/range-store.ts';
import { pinnedAmong } from '../stores/pins/pinned-message-store.ts';
import type { PersonalView } from '../stores/read-state/personal-flags.ts';
import { matchesAmong } from '../stores/search/match-store.ts';
import { type ConversationFacts, type ConversationTest, conversationTest } from './conversation-tests.ts';
import type { FlagTest, Term } from './term.ts';

type HeadTest = (head: MessageHead) => boolean;
type ViewTest = (view: PersonalView) => boolean;
/** Returns the matching heads. */
type BatchTest = (reader: Reader, heads: readonly MessageHead[]) => Promise<readonly MessageHead[]>;

/** The tests of a narrow, all of which must pass. Its search words are tested separately. */
export interface Tests {
  readonly conversations: ConversationTest[];
  readonly heads: HeadTest[];
  readonly views: ViewTest[];
  readonly batches: BatchTest[];
}

function hasBit(head: MessageHead, bit: number): boolean {
  switch (bit) {
    case HasBit.link:
      return head.has_link === 1;
    case HasBit.image:
      return head.has_image === 1;
    case HasBit.attachment:
      return head.has_attachment === 1;
    default:
      return head.has_reaction === 1;
  }
}

/** The test of a term about the message itself; undefined for other terms. */
function headTest(term: Term): HeadTest | undefined {
  switch (term.kind) {
    case 'sender':
      return (head) => head.sender_id === term.accountId;
    case 'has':
      return (head) => hasBit(head, term.bit);
    case 'id':
      return (head) => head.id === term.id;
    case 'since':
      return (head) => head.sent_at >= term.moment;
    default:
      return undefined;
  }
}

const mentionFlags = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'];

function viewTest(test: FlagTest): ViewTest {
  switch (test) {
    case 'starred':
      return (view) => view.flags.includes('starred');
    case 'unread':
      return (view) => !view.isRead;
    case 'mentioned':
      return (view) => mentionFlags.some((flag) => view.flags.includes(flag));
    case 'alerted':
      return (view) => view.flags.includes('has_alert_word');
  }
}

/** Keeps the heads that a lookup finds; if negated, the others. */
function amongTest(
  negated: boolean,
  find: (reader: Reader, ids: number[]) => Promise<ReadonlySet<number>>,
): BatchTest {
  return async (reader, heads) => {
    const found = await find(
      reader,
      heads.map((head) => head.id),
    );
    return heads.filter((head) => found.has(head.id) !== negated);
  };
}

/** Message sources read in one query. */
const CONTENTS_AT_ONCE = 100;

/** The messages with every phrase in their source or topic. */
async function withAllPhrases(
  reader: Reader,
  heads: readonly MessageHead[],
  phrases: readonly string[],
): Promise<readonly MessageHead[]> {
  const yielder = new Yielder();
  const found: MessageHead[] = [];
  for (let from = 0; from < heads.length; from += CONTENTS_AT_ONCE) {
    const batch = heads.slice(from, from + CONTENTS_AT_ONCE);
    const contents = await rawContents(
      reader,
      batch.map((head) => head.id),
    );
    for (const head of batch) {
      const content = contents.get(head.id);
      if (content === undefined) continue;
      const topic = head.channel_id === null ? '' : head.topic_name;
      if (phrases.every((phrase) => containsPhrase(content, phrase) || containsPhrase(topic, phrase)))
        found.push(head);
    }
    await yielder.yieldIfDue();
  }
  return found;
}

type SearchTerm = Extract<Term, { kind: 'search' }>;

/** The messages that contain all words and all phrases of a search. */
async function foundBy(
  reader: Reader,
  heads: readonly MessageHead[],
  { stems, phrases }: SearchTerm,
): Promise<ReadonlySet<number>> {
  const found = await matchesAmong(
    reader,
    stems,
    heads.map((head) => head.id),
  );
  if (phrases.length === 0 || found.size === 0) return found;
  const candidates = heads.filter((head) => found.has(head.id));
  return new Set((await withAllPhrases(reader, candidates, phrases)).map((head) => head.id));
}

function searchTest(term: SearchTerm): BatchTest | undefined {
  const { negated, phrases } = term;
  if (negated) {
    return async (reader, heads) => {
      const found = await foundBy(reader, heads, term);
      return heads.filter((head) => !found.has(head.id));
    };
  }
  return phrases.length === 0 ? undefined : (reader, heads) => withAllPhrases(reader, heads, phrases);
}

/** The tests of all terms. */
export function testsOf(terms: readonly Term[], facts: ConversationFacts): Tests {
  const tests: Tests = { conversations: [], heads: [], views: [], batches: [] };
  for (const term of terms) {
    const { negated } = term;
    const conversationMatches = conversationTest(term, facts);
    if (conversationMatches)
      tests.conversations.push(
        negated ? (conversation) => !conversationMatches(conversation) : conversationMatches,
      );
    const onHead = headTest(term);
    if (onHead) tests.heads.push(negated ? (head) => !onHead(head) : onHead);
    if (term.kind === 'flag') {
      const onView = viewTest(term.test);
      tests.views.push(negated ? (view) => !onView(view) : onView);
    }
    if (term.kind === 'mentions') {
      tests.batches.push(amongTest(negated, (reader, ids) => mentionedAmong(reader, term.accountId, ids)));
    }
    if (term.kind === 'pinned') {
      tests.batches.push(amongTest(negated, pinnedAmong));
    }
    const onText = term.kind === 'search' ? searchTest(term) : undefined;
    if (onText) tests.batches.push(onText);
  }
  return tests;
}
