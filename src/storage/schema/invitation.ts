// Invitations, reusable invitation links, unconfirmed sign-ups, and the groups of channels that people choose from
// when they join.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

/** What a person who joins receives, however they were invited. */
interface TermsColumns {
  organization_id: number;
  inviter_id: number;
  role: number;
  channel_ids: Json;
  group_ids: Json;
  includes_default_channels: Bit;
  /** The Welcome Bot's message; null for the organization's default. */
  welcome_text: string | null;
  /** The link's key is looked up by its hash, and also stored encrypted because it is shown or mailed again. */
  key_hash: string;
  key_sealed: string;
  invited_at: number;
  /** Null: never. */
  expires_at: number | null;
}

/** An invitation to one address. */
export interface InvitationTable extends TermsColumns {
  id: Generated<number>;
  email: string;
  email_key: string;
  notifies_inviter: Bit;
  /** 0 open, 1 the address has joined, 2 revoked. */
  status: number;
  /** The number of mails sent for it on the day of the last one. */
  mails: number;
  /** When a reminder is sent; null: never. */
  remind_at: number | null;
  /** 0 if the inviter passes the link on themselves: following it then does not prove access to the address. */
  is_mailed: Generated<Bit>;
  /** The organization's address as the inviter reached it, for the link in the reminder. */
  organization_url: string;
}

/** A link that anyone who has it can join with. */
export interface InvitationLinkTable extends TermsColumns {
  id: Generated<number>;
  is_revoked: Bit;
  /** The maximum number of people who may join by it; null: no maximum. */
  max_uses: Generated<number | null>;
  /** How many have joined by it. */
  uses: Generated<number>;
}

/** A sign-up that is not yet confirmed by following the mailed link. */
export interface SignUpTable {
  key_hash: string;
  organization_id: number;
  email: string;
  email_key: string;
  /** The invitation link that they used; null: none was needed. */
  link_id: number | null;
  expires_at: number;
}

/** A named group of channels that people can choose when they join. */
export interface DefaultChannelGroupTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  channel_ids: Json;
}
