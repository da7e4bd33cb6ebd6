// Notices about committed changes that the service's bots have not yet sent.

import type { Generated } from 'kysely';
import type { Json } from './column.ts';

export interface PendingNoticeTable {
  id: Generated<number>;
  organization_id: number;
  /** The bot that sends it: `notification` or `welcome`. */
  bot: string;
  /** `ordinary`, or `resolution` for a notice that a topic was resolved. */
  kind: string;
  /** Null for direct messages. */
  channel_id: number | null;
  topic: string;
  /** JSON list of the people who still have to receive it, each in a direct message; empty for channels. */
  recipient_ids: Json;
  /** The account that caused it, whose access limits the people and channels that the text names; null: no person. */
  actor_id: number | null;
  /** Markdown. */
  text: string;
  /** The organization's address as the requester of the change reached it, for rendering. */
  organization_url: string;
  /** From then on a job sends it, if the request that created it did not. */
  due_at: number;
}
