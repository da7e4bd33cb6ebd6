// Messages as JSON for one viewer: the cached stable part (`fragments.ts`), with the sender and the
// conversation, each serialized once per form, and the viewer's flags.

import { ResponseSize } from '../../api-contract/response-size.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { COMMA_BYTES, type StablePart } from '../../model/messages/stable-part.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { avatarUrlOrNull } from '../../model/people/avatar-url.ts';
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
  /** Whether clients that make the addresses of pictures themselves get none. */
  readonly isPictureOptional: boolean;
  readonly byForm: Map<number, Buffer>;
}

const senderParts = new WeakMap<Account, SenderParts>();

function senderPart(state: OrganizationState, id: number, format: MessageFormat, isVisible: boolean): Buffer {
  const sender = state.account(id);
  if (!sender) return innerJson(senderFields(undefined, state, format, false));
  let parts = senderParts.get(sender);
  if (parts?.organization !== state.organization) {
    const { organization } = state;
    const isPictureOptional = avatarUrlOrNull(sender, organization) === null;
    parts = { organization, isPictureOptional, byForm: new Map() };
    senderParts.set(sender, parts);
  }
  const form = (format.clientGravatar && parts.isPictureOptional ? 1 : 0) + (isVisible ? 2 : 0);
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
  readonly first: unknown;
  readonly second: unknown;
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
  const isEmptyTopic = head.channel_id !== null && head.topic_name === '';
  const key = head.conversation_id * 2 + (format.emptyTopicName && isEmptyTopic ? 1 : 0);
  const first = head.channel_id === null ? state.versions.accounts : state.channel(head.channel_id);
  const second = head.channel_id === null ? state.organization : linkifiers;
  const topicName = head.topic_name;
  const cached = parts.get(key);
  if (cached?.topicName === topicName && cached.first === first && cached.second === second)
    return cached.part;
  const part = innerJson(conversationFields(head, state, format, linkifiers));
  parts.set(key, { topicName, first, second, part });
  return part;
}

/** The parts for lists of flags, which many messages share. */
const flagParts = new WeakMap<readonly string[], Buffer>();

/** The flags and the closing brace. */
function flagPart(flags: readonly string[]): Buffer {
  let part = flagParts.get(flags);
  if (!part) {
    part = Buffer.from(`,"flags":${JSON.stringify(flags)}}`);
    flagParts.set(flags, part);
  }
  return part;
}

/** The viewer's fields of each message in a list. */
export interface ViewerFields {
  flagsOf(id: number): readonly string[];
  /** The match fields of the given messages, by id; undefined without a search. */
  matchesOf?: ((heads: readonly MessageHead[]) => Promise<ReadonlyMap<number, MatchFields>>) | undefined;
}

/** One message as JSON after a comma, in pieces. */
interface MessageJson {
  readonly id: number;
  readonly start: readonly Buffer[];
  /** The fields that a search adds. */
  readonly middle: Buffer | undefined;
  /** The flags and the closing brace. */
  readonly end: Buffer;
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
  const serialize = (head: MessageHead, stable: StablePart, match: MatchFields | undefined): MessageJson => {
    const sender = state.account(head.sender_id);
    const isVisible = sender !== undefined && (!account || maySeeAccount(state, account, sender));
    const start = stable.withParts(
      senderPart(state, head.sender_id, format, isVisible),
      conversationPart(state, head, format, linkifiers),
    );
    const end = flagPart(flagsOf(head.id));
    const middle = match && innerJson({ ...match });
    const bytes = end.length + (middle?.length ?? 0) + start.reduce((sum, { length }) => sum + length, 0);
    return { id: head.id, start, middle, end, bytes };
  };
  const ids = heads.map((head) => head.id);
  for await (const fragments of stableFragments({ reader, state }, ids, format)) {
    const entries = [...fragments];
    const step = matchesOf ? MATCHED_AT_ONCE : entries.length;
    for (let from = 0; from < entries.length; from += step) {
      const batch = entries.slice(from, from + step).flatMap(([id, stable]) => {
        const head = headOf.get(id);
        return head ? [{ head, stable }] : [];
      });
      const matches = await matchesOf?.(batch.map(({ head }) => head));
      yield batch.map(({ head, stable }) => serialize(head, stable, matches?.get(head.id)));
    }
  }
}

function joinMessages(messages: readonly MessageJson[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (const { start, middle, end } of messages) {
    pieces.push(...start);
    if (middle) pieces.push(middle);
    pieces.push(end);
  }
  const [first] = pieces;
  if (first) pieces[0] = first.subarray(COMMA_BYTES);
  return pieces;
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
      if (!size.fits(message.bytes) && messages.length >= minimum) {
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
