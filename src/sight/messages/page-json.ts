// Messages as JSON for one reader: the stable part, which is kept (`fragments.ts`), and around it who sent it and
// where it stands, each made once per form, and the reader's flags.

import type { Account } from '../../model/accounts/account.ts';
import type { MessageHead } from '../../model/messages/row.ts';
import { topicFor } from '../../model/messages/topic.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { maySeeAccount } from '../../model/people/visibility.ts';
import type { Asker } from '../asker.ts';
import { compiledLinkifiers } from '../markdown-settings.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { stableFragments } from './fragments.ts';
import { type MessageShape, placeFields, senderFields } from './wire.ts';

/** Who reads, and in which form; visitors have no account. */
export interface MessageReader extends Asker {
  readonly shape: MessageShape;
}

/** What a search adds to a message. */
export interface MatchFields {
  readonly match_content: string;
  readonly match_subject: string;
}

function inner(fields: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(`,${JSON.stringify(fields).slice(1, -1)}`);
}

interface SenderParts {
  readonly organization: Organization;
  readonly byForm: Map<number, Buffer>;
}

const senderParts = new WeakMap<Account, SenderParts>();

function senderPart(state: OrganizationState, id: number, shape: MessageShape, isVisible: boolean): Buffer {
  const sender = state.account(id);
  if (!sender) return inner(senderFields(undefined, state, shape, false));
  let parts = senderParts.get(sender);
  if (parts?.organization !== state.organization) {
    parts = { organization: state.organization, byForm: new Map() };
    senderParts.set(sender, parts);
  }
  const form = (shape.clientGravatar ? 1 : 0) + (isVisible ? 2 : 0);
  let part = parts.byForm.get(form);
  if (!part) {
    part = inner(senderFields(sender, state, shape, isVisible));
    parts.byForm.set(form, part);
  }
  return part;
}

interface PlacePart {
  readonly topicName: string;
  /** What the part was made of besides: stale when one of them is another now. */
  readonly madeOf: readonly unknown[];
  readonly part: Buffer;
}

const MAX_PLACES = 20_000;
const placeParts = new WeakMap<OrganizationState, Map<number, PlacePart>>();

function placePart(
  state: OrganizationState,
  head: MessageHead,
  shape: MessageShape,
  linkifiers: Parameters<typeof placeFields>[3],
): Buffer {
  let parts = placeParts.get(state);
  if (!parts || parts.size >= MAX_PLACES) {
    parts = new Map();
    placeParts.set(state, parts);
  }
  const key = head.conversation_id * 2 + (shape.emptyTopicName ? 1 : 0);
  const madeOf =
    head.channel_id === null
      ? [state.versions.accounts, state.organization]
      : [state.channel(head.channel_id), linkifiers];
  const present = parts.get(key);
  if (
    present &&
    present.topicName === head.topic_name &&
    madeOf.every((one, at) => one === present.madeOf[at])
  ) {
    return present.part;
  }
  const part = inner(placeFields(head, state, shape, linkifiers));
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

/** The messages as the elements of a JSON list, with the flags and matches given; those that are gone are left out. */
export async function messagesJson(
  { state, reader, account, shape }: MessageReader,
  heads: readonly MessageHead[],
  flagsOf: (id: number) => readonly string[],
  matchOf?: (head: MessageHead) => MatchFields | undefined,
): Promise<Buffer[]> {
  const linkifiers = await compiledLinkifiers(state, reader);
  const stable = await stableFragments(
    { reader, state },
    heads.map((head) => head.id),
    shape,
  );
  const pieces: Buffer[] = [];
  for (const head of heads) {
    const fragment = stable.get(head.id);
    if (!fragment) continue;
    const sender = state.account(head.sender_id);
    const isVisible = sender !== undefined && (!account || maySeeAccount(state, account, sender));
    const match = matchOf?.(head);
    if (pieces.length > 0) pieces.push(between);
    pieces.push(
      open,
      fragment,
      senderPart(state, head.sender_id, shape, isVisible),
      placePart(state, head, shape, linkifiers),
      flagPart(flagsOf(head.id)),
    );
    if (match) pieces.push(inner({ ...match }));
    pieces.push(close);
  }
  return pieces;
}

/** The topic as `subject` tells it. */
export function subjectOf(head: MessageHead, shape: MessageShape): string {
  return head.channel_id === null ? '' : topicFor(head.topic_name, shape.emptyTopicName);
}
