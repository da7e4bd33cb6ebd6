// Messages as JSON for one viewer: the cached stable part (`fragments.ts`), with the sender and the
// conversation, each serialized once per form, and the viewer's flags.

import { ResponseSize } from '../../api-contract/response-size.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { compiledLinkifiers } from '../markdown-settings.ts';
import type { Requester } from '../requester.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { stableFragments } from './fragments.ts';
import { conversationFields, type MessageFormat, senderFields } from './wire.ts';

/** The requester and the format; without an account for anonymous viewers. */
export interface MessageViewer extends Requester {
  readonly format: MessageFormat;
}

/** The fields that a search adds to a message. */
export interface MatchFields {
  readonly match_content: string;
  readonly match_subject: string;
}

function innerJson(fields: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(`,${JSON.stringify(fields).slice(1, -1)}`);
}

interface SenderParts {
  readonly organization: Organization;
  readonly byForm: Map<number, Buffer>;
}

const senderParts = new WeakMap<Account, SenderParts>();

function senderPart(state: OrganizationState, id: number, format: MessageFormat, isVisible: boolean): Buffer {
  const sender = state.account(id);
  if (!sender) return innerJson(senderFields(undefined, state, format, false));
  let parts = senderParts.get(sender);
  if (parts?.organization !== state.organization) {
    parts = { organization: state.organization, byForm: new Map() };
    senderParts.set(sender, parts);
  }
  const form = (format.clientGravatar ? 1 : 0) + (isVisible ? 2 : 0);
  let part = parts.byForm.get(form);
  if (!part) {
    part = innerJson(senderFields(sender, state, format, isVisible));
    parts.byForm.set(form, part);
  }
  return part;
}

interface ConversationPart {
  readonly topicName: string;
  /** The other objects that the part was made of; it is stale when one of them has been replaced. */
  readonly madeOf: readonly unknown[];
  readonly part: Buffer;
}

const MAX_CONVERSATIONS = 20_000;
const conversationParts = new WeakMap<OrganizationState, Map<number, ConversationPart>>();

function conversationPart(
  state: OrganizationState,
  head: MessageHead,
  format: MessageFormat,
  linkifiers: Parameters<typeof conversationFields>[3],
): Buffer {
  let parts = conversationParts.get(state);
  if (!parts || parts.size >= MAX_CONVERSATIONS) {
    parts = new Map();
    conversationParts.set(state, parts);
  }
  const key = head.conversation_id * 2 + (format.emptyTopicName ? 1 : 0);
  const madeOf =
    head.channel_id === null
      ? [state.versions.accounts, state.organization]
      : [state.channel(head.channel_id), linkifiers];
  const cached = parts.get(key);
  if (
    cached &&
    cached.topicName === head.topic_name &&
    madeOf.every((part, at) => part === cached.madeOf[at])
  ) {
    return cached.part;
  }
  const part = innerJson(conversationFields(head, state, format, linkifiers));
  parts.set(key, { topicName: head.topic_name, madeOf, part });
  return part;
}

const MAX_FLAG_SETS = 1000;
const flagParts = new Map<string, Buffer>();

function flagPart(flags: readonly string[]): Buffer {
  const json = JSON.stringify(flags);
  let part = flagParts.get(json);
  if (!part) {
    if (flagParts.size >= MAX_FLAG_SETS) flagParts.clear();
    part = Buffer.from(`,"flags":${json}`);
    flagParts.set(json, part);
  }
  return part;
}

const open = Buffer.from('{');
const close = Buffer.from('}');
const between = Buffer.from(',');

/** The viewer's fields of each message in a list. */
export interface ViewerFields {
  flagsOf(id: number): readonly string[];
  /** The match fields of the given messages, by id; undefined without a search. */
  matchesOf?: ((heads: readonly MessageHead[]) => Promise<ReadonlyMap<number, MatchFields>>) | undefined;
}

/** One message as JSON, in pieces. */
interface MessageJson {
  readonly id: number;
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
}

/** The number of messages in which a search highlights words before checking whether the list is full. */
const MATCHED_AT_ONCE = 16;

/** Messages as JSON in the order of the heads, some at a time; deleted ones are skipped. */
async function* serializeMessages(
  { state, reader, account, format }: MessageViewer,
  heads: readonly MessageHead[],
  { flagsOf, matchesOf }: ViewerFields,
): AsyncGenerator<readonly MessageJson[]> {
  const linkifiers = await compiledLinkifiers(state, reader);
  const headOf = new Map(heads.map((head) => [head.id, head]));
  const serialize = (head: MessageHead, fragment: Buffer, match: MatchFields | undefined): MessageJson => {
    const sender = state.account(head.sender_id);
    const isVisible = sender !== undefined && (!account || maySeeAccount(state, account, sender));
    const pieces = [
      open,
      fragment,
      senderPart(state, head.sender_id, format, isVisible),
      conversationPart(state, head, format, linkifiers),
      flagPart(flagsOf(head.id)),
      ...(match ? [innerJson({ ...match })] : []),
      close,
    ];
    return { id: head.id, pieces, bytes: pieces.reduce((sum, piece) => sum + piece.length, 0) };
  };
  const ids = heads.map((head) => head.id);
  for await (const fragments of stableFragments({ reader, state }, ids, format)) {
    const entries = [...fragments];
    const step = matchesOf ? MATCHED_AT_ONCE : entries.length;
    for (let from = 0; from < entries.length; from += step) {
      const batch = entries.slice(from, from + step).flatMap(([id, fragment]) => {
        const head = headOf.get(id);
        return head ? [{ head, fragment }] : [];
      });
      const matches = await matchesOf?.(batch.map(({ head }) => head));
      yield batch.map(({ head, fragment }) => serialize(head, fragment, matches?.get(head.id)));
    }
  }
}

function joinMessages(messages: readonly MessageJson[]): Buffer[] {
  return messages.flatMap(({ pieces }, at) => (at > 0 ? [between, ...pieces] : pieces));
}

/** A few messages as the elements of a JSON list; deleted ones are skipped. */
export async function messagesJson(
  viewer: MessageViewer,
  heads: readonly MessageHead[],
  flagsOf: ViewerFields['flagsOf'],
): Promise<Buffer[]> {
  const messages: MessageJson[] = [];
  for await (const batch of serializeMessages(viewer, heads, { flagsOf })) messages.push(...batch);
  return joinMessages(messages);
}

/** As much of a list of messages as one response takes. */
export interface MessagePage {
  /** The elements of the JSON list, ascending. */
  readonly pieces: readonly Buffer[];
  /** Whether messages are missing before the first, and after the last. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The input of a page. */
export interface PageParts extends ViewerFields {
  /** Ascending. */
  readonly heads: readonly MessageHead[];
  /** The id around which the page is: if it has to be cut, the messages farthest from it are left out. */
  readonly anchor: number;
  /** Called once the page exceeds a small response: whether it may become a large one. */
  readonly mayBeLarge: () => boolean;
}

/**
 * Messages as JSON, up to the size of one response. Regardless of their size, the page has the anchor's
 * message if it is in the list, and one more, from which the client can continue.
 */
export async function pageJson(
  viewer: MessageViewer,
  { heads, anchor, mayBeLarge, ...viewerFields }: PageParts,
): Promise<MessagePage> {
  const order = nearestFirst(heads, anchor);
  const minimum = order[0]?.id === anchor ? 2 : 1;
  const size = new ResponseSize(mayBeLarge);
  const messages: MessageJson[] = [];
  let excluded: MessageHead[] = [];
  reading: for await (const batch of serializeMessages(viewer, order, viewerFields)) {
    for (const message of batch) {
      if (!size.fits(message.bytes + between.length) && messages.length >= minimum) {
        const cut = order.findIndex(({ id }) => id === message.id);
        excluded = order.slice(cut);
        break reading;
      }
      messages.push(message);
    }
  }
  messages.sort((a, b) => a.id - b.id);
  return {
    pieces: joinMessages(messages),
    isCutBefore: excluded.some(({ id }) => id < anchor),
    isCutAfter: excluded.some(({ id }) => id >= anchor),
  };
}

/** The messages ordered by distance from the anchor: its own, then one from each side in turn. */
function nearestFirst(heads: readonly MessageHead[], anchor: number): MessageHead[] {
  const above = heads.findIndex(({ id }) => id >= anchor);
  let newer = above < 0 ? heads.length : above;
  let older = newer - 1;
  const order: MessageHead[] = [];
  while (order.length < heads.length) {
    const [next, previous] = [heads[newer++], heads[older--]];
    if (next) order.push(next);
    if (previous) order.push(previous);
  }
  return order;
}

/** The topic as in `subject`. */
export function subjectOf(head: MessageHead, format: MessageFormat): string {
  return head.channel_id === null ? '' : displayTopic(head.topic_name, format.emptyTopicName);
}
