// Notices about committed changes that the service's bots have not yet sent.

import { generated, id, json, nullable, number, organizationId, text } from './column.ts';
import { absent, changedByStage, table } from './table.ts';

export const pendingNoticeTables = {
  pending_notice: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** The bot that sends it: `notification` or `welcome`. */
      bot: text,
      /** `ordinary`, or `resolution` for a notice that a topic was resolved. */
      kind: text,
      /** Null for direct messages. */
      channel_id: nullable(id('channel')),
      topic: text,
      /** JSON list of the people who still have to receive it, each in a direct message; empty for channels. */
      recipient_ids: json,
      /** The account that caused it, whose access limits the people and channels that the text names; null: no person. */
      actor_id: nullable(number),
      /** Markdown. */
      text: text,
      /** The organization's address as the requester of the change reached it, for rendering. */
      organization_url: text,
      /** From then on a job sends it, if the request that created it did not. */
      due_at: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: absent('it is work in progress of the server'),
  }),
} as const;
