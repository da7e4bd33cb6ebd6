// Maps the recipients of messages in a Zulip archive: `zerver_recipient` rows name a person, a channel or a set of
// people.

import type { Row } from '../archive/row.ts';
import type { ImportedConversation } from '../records/directory.ts';

const PERSON = 1;
const CHANNEL = 2;
const PEOPLE = 3;

/** A decoded recipient. */
type Recipient =
  | { readonly kind: 'person'; readonly id: number }
  | { readonly kind: 'channel'; readonly id: number }
  | { readonly kind: 'people'; readonly ids: number[] };

/** The recipients of an archive, by id. */
export class Recipients {
  readonly #byId = new Map<number, Recipient>();
  constructor(recipients: readonly Row[], crossRealm: readonly Row[]) {
    for (const row of recipients) this.#byId.set(row.id('id'), recipientOf(row));
    for (const row of crossRealm) {
      const id = row.optionalId('recipient_id');
      if (id !== null) this.#byId.set(id, { kind: 'person', id: row.id('id') });
    }
  }

  /** The channel of a recipient; undefined for people. */
  channelOf(recipientId: number): number | undefined {
    const found = this.#byId.get(recipientId);
    return found?.kind === 'channel' ? found.id : undefined;
  }

  /** Adds a member to a set of people; members come from subscriptions. */
  addMember(recipientId: number, accountId: number): void {
    const found = this.#byId.get(recipientId);
    if (found?.kind === 'people') found.ids.push(accountId);
  }

  /** The conversation of a message from a sender to a recipient; undefined if the archive does not contain it. */
  conversationOf(recipientId: number, senderId: number, topic: string): ImportedConversation | undefined {
    const found = this.#byId.get(recipientId);
    if (!found) return undefined;
    if (found.kind === 'channel') return { channelId: found.id, topic };
    if (found.kind === 'person') return { accountIds: [senderId, found.id] };
    return found.ids.length === 0 ? undefined : { accountIds: [senderId, ...found.ids] };
  }
}

function recipientOf(row: Row): Recipient {
  const type = row.id('type');
  const id = row.id('type_id');
  if (type === PERSON) return { kind: 'person', id };
  if (type === CHANNEL) return { kind: 'channel', id };
  if (type === PEOPLE) return { kind: 'people', ids: [] };
  throw row.error('type', 'is not a known recipient type.');
}
