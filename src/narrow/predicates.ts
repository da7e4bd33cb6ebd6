// Whether a message matches the terms of a narrow. Terms about the message itself are decided by its head; those
// about a person's flags by how it looks to them; words, phrases and other people's mentions are looked up for
// many messages at once.

import type { Channel } from '../model/channels/channel.ts';
import { peopleOf } from '../model/conversations/store.ts';
import { mentionedAmong, rawContents } from '../model/messages/lookup-store.ts';
import type { PersonalView } from '../model/messages/personal-flags.ts';
import { HasBit } from '../model/messages/range-store.ts';
import type { MessageHead } from '../model/messages/store.ts';
import { RESOLVED_PREFIX } from '../model/messages/topic.ts';
import { holdsPhrase } from '../model/search/query.ts';
import { matchingAmong } from '../model/search/store.ts';
import { isMutedItself, isTopicMuted, type Muting, policyOf } from '../model/subscriptions/muting-store.ts';
import { textKey } from '../model/text-key.ts';
import { VisibilityPolicy } from '../model/user-topics/policy.ts';
import type { Reader } from '../storage/session.ts';
import type { FlagTest, Term } from './term.ts';

type HeadTest = (head: MessageHead) => boolean;
type ViewTest = (view: PersonalView) => boolean;
/** Gives those that pass. */
type BatchTest = (reader: Reader, heads: readonly MessageHead[]) => Promise<readonly MessageHead[]>;

/** The tests of a narrow; all of them must pass. */
export interface Tests {
  readonly heads: HeadTest[];
  readonly views: ViewTest[];
  readonly batches: BatchTest[];
}

/** What the tests of heads need beyond the head. */
export interface TestFacts {
  readonly channels: ReadonlyMap<number, Channel>;
  readonly muting: Muting;
}

/** Whether the narrow needs to know what the person has muted or follows. */
export function needsMuting(terms: readonly Term[]): boolean {
  return terms.some((term) => term.kind === 'home' || term.kind === 'followed');
}

/** Whether a message lies in a topic or channel that a person has muted. */
export function isMutedFor(muting: Muting, head: MessageHead): boolean {
  return head.channel_id !== null && isTopicMuted(muting, head.channel_id, textKey(head.topic_name));
}

/** Whether a message lies in a topic that a person has muted itself, whatever its channel is. */
export function isInMutedTopic(muting: Muting, head: MessageHead): boolean {
  return head.channel_id !== null && isMutedItself(muting, head.channel_id, textKey(head.topic_name));
}

function isInSet(channel: Channel | undefined, which: 'public' | 'web-public' | 'archived'): boolean {
  if (!channel) return false;
  switch (which) {
    case 'public':
      return !channel.isPrivate;
    case 'web-public':
      return channel.isWebPublic;
    case 'archived':
      return channel.isArchived;
  }
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
function headTest(term: Term, { channels, muting }: TestFacts): HeadTest | undefined {
  switch (term.kind) {
    case 'channel':
      return (head) => head.channel_id === term.channelId;
    case 'channels':
      return (head) => head.channel_id !== null && isInSet(channels.get(head.channel_id), term.which);
    case 'topic':
      return (head) => head.channel_id !== null && textKey(head.topic_name) === term.key;
    case 'sender':
      return (head) => head.sender_id === term.accountId;
    case 'dm':
      return (head) => head.channel_id === null && head.direct_key === term.key;
    case 'dm-including':
      return (head) => {
        if (head.channel_id !== null) return false;
        const people = peopleOf(head.direct_key ?? '');
        return term.accountIds.every((id) => people.includes(id));
      };
    case 'group-dm':
      return (head) => {
        const people = head.channel_id === null ? peopleOf(head.direct_key ?? '') : [];
        return people.length > 2 && people.includes(term.accountId);
      };
    case 'any-dm':
      return (head) => head.channel_id === null;
    case 'resolved':
      return (head) => head.channel_id !== null && head.topic_name.startsWith(RESOLVED_PREFIX);
    case 'followed':
      return (head) =>
        head.channel_id !== null &&
        policyOf(muting, head.channel_id, textKey(head.topic_name)) === VisibilityPolicy.followed;
    case 'home':
      return (head) => !isMutedFor(muting, head);
    case 'has':
      return (head) => hasBit(head, term.bit);
    case 'id':
      return (head) => head.id === term.id;
    case 'flag':
    case 'mentions':
    case 'search':
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

/** Those among the heads that a lookup finds; or, negated, the others. */
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

/**
 * Those that hold all words and, of those, the ones with every phrase in their source or topic. Without `stems` all of
 * them are known to hold the words.
 */
async function searched(
  reader: Reader,
  heads: readonly MessageHead[],
  stems: readonly string[] | undefined,
  phrases: readonly string[],
): Promise<ReadonlySet<number>> {
  const ids = heads.map((head) => head.id);
  const found = stems ? await matchingAmong(reader, stems, ids) : new Set(ids);
  if (phrases.length === 0 || found.size === 0) return found;
  const contents = await rawContents(reader, [...found]);
  const passed = new Set<number>();
  for (const head of heads) {
    const content = contents.get(head.id);
    if (content === undefined) continue;
    const topic = head.channel_id === null ? '' : head.topic_name;
    if (phrases.every((phrase) => holdsPhrase(content, phrase) || holdsPhrase(topic, phrase)))
      passed.add(head.id);
  }
  return passed;
}

/** The tests of all terms; `wordsOf` is a search whose words the source has looked for already. */
export function testsOf(terms: readonly Term[], facts: TestFacts, wordsOf: Term | undefined): Tests {
  const tests: Tests = { heads: [], views: [], batches: [] };
  for (const term of terms) {
    const { negated } = term;
    const onHead = headTest(term, facts);
    if (onHead) tests.heads.push(negated ? (head) => !onHead(head) : onHead);
    if (term.kind === 'flag') {
      const onView = viewTest(term.test);
      tests.views.push(negated ? (view) => !onView(view) : onView);
    }
    if (term.kind === 'mentions') {
      tests.batches.push(amongTest(negated, (reader, ids) => mentionedAmong(reader, term.accountId, ids)));
    }
    if (term.kind === 'search' && (term !== wordsOf || term.phrases.length > 0)) {
      const stems = term === wordsOf ? undefined : term.stems;
      tests.batches.push(async (reader, heads) => {
        const found = await searched(reader, heads, stems, term.phrases);
        return heads.filter((head) => found.has(head.id) !== negated);
      });
    }
  }
  return tests;
}
