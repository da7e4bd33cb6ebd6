// What the service's own bots are still to say of changes that are on disk.

import type { Generated } from 'kysely';
import type { Json } from './column.ts';

export interface PendingNoticeTable {
  id: Generated<number>;
  organization_id: number;
  /** Which of the service's bots says it: `notification` or `welcome`. */
  bot: string;
  /** `ordinary`, or `resolution` for one that says that a topic was resolved. */
  kind: string;
  /** Null for direct messages. */
  channel_id: number | null;
  topic: string;
  /** JSON list of the people who are each still to get it in a message of their own; empty for channels. */
  recipient_ids: Json;
  /** Who brought it about, as far as whose sight it names people and channels; null: no person. */
  actor_id: number | null;
  /** Markdown. */
  text: string;
  /** The organization's address as whoever made the change reached it, for rendering. */
  organization_url: string;
  /** From when on a job sends it, where the request that left it did not. */
  due_at: number;
}
