// The changes to send for an edited bot: only what differs from its state when editing began, so that
// concurrent changes by others are not undone.

/** An outgoing webhook's address and format. */
export interface OutgoingWebhook {
  readonly url: string;
  readonly format: number;
}

export interface BotDraft {
  readonly name: string;
  readonly owner: number | null;
  /** Undefined for bots without an outgoing webhook. */
  readonly outgoing: OutgoingWebhook | undefined;
}

export interface BotChanges {
  readonly full_name?: string;
  readonly bot_owner_id?: number;
  readonly service_payload_url?: string;
  readonly service_interface?: number;
}

export function botChanges(before: BotDraft, after: BotDraft): BotChanges {
  const name = after.name.trim();
  const [oldOutgoing, newOutgoing] = [before.outgoing, after.outgoing];
  const url = newOutgoing?.url.trim();
  return {
    ...(name !== before.name && { full_name: name }),
    ...(after.owner !== null && after.owner !== before.owner && { bot_owner_id: after.owner }),
    ...(oldOutgoing && url !== undefined && url !== oldOutgoing.url && { service_payload_url: url }),
    ...(oldOutgoing &&
      newOutgoing &&
      newOutgoing.format !== oldOutgoing.format && { service_interface: newOutgoing.format }),
  };
}
