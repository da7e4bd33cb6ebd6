// Invitations, links that many may join through, sign-ups that wait for their confirmation, and the groups of
// channels that people choose from when they join.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

/** What somebody who joins gets, however they were invited. */
interface TermsColumns {
  organization_id: number;
  /** Who invites. */
  inviter_id: number;
  role: number;
  channel_ids: Json;
  group_ids: Json;
  includes_default_channels: Bit;
  /** What the Welcome Bot says; null: what the organization says. */
  welcome_text: string | null;
  /** The key of the link is found by its hash, and kept encrypted since it is shown or mailed again. */
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
  /** How many mails went out for it in the day of the last one. */
  mails: number;
  /** When its address is reminded; null: no more. */
  remind_at: number | null;
  /** 0 where the inviter hands the link over: it then says nothing of who reads the address. */
  is_mailed: Generated<Bit>;
  /** The organization's address as the inviter reached it, for the link in the reminder. */
  organization_url: string;
}

/** A link through which anybody who has it can join. */
export interface InvitationLinkTable extends TermsColumns {
  id: Generated<number>;
  is_revoked: Bit;
  /** How many people may join by it; null: no maximum. */
  max_uses: Generated<number | null>;
  /** How many have joined by it. */
  uses: Generated<number>;
}

/** An address that somebody wants to join with, until they follow the link that was mailed to it. */
export interface SignUpTable {
  key_hash: string;
  organization_id: number;
  email: string;
  email_key: string;
  /** The invitation link that they came by; null: none was needed. */
  link_id: number | null;
  expires_at: number;
}

/** Channels under a name that people can choose when they join. */
export interface DefaultChannelGroupTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  channel_ids: Json;
}
