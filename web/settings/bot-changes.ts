// What has to be asked for so that a bot becomes what was written: only what differs from what was there when it was begun,
// so that nothing is undone that somebody else changed meanwhile.

/** Where an outgoing webhook is called. */
export interface Outgoing {
  readonly url: string;
  readonly format: number;
}

export interface WrittenBot {
  readonly name: string;
  readonly owner: number | null;
  /** Undefined for bots that are not called. */
  readonly outgoing: Outgoing | undefined;
}

export interface BotChanges {
  readonly full_name?: string;
  readonly bot_owner_id?: number;
  readonly service_payload_url?: string;
  readonly service_interface?: number;
}

export function botChanges(before: WrittenBot, after: WrittenBot): BotChanges {
  const name = after.name.trim();
  const [was, is] = [before.outgoing, after.outgoing];
  const url = is?.url.trim();
  return {
    ...(name !== before.name && { full_name: name }),
    ...(after.owner !== null && after.owner !== before.owner && { bot_owner_id: after.owner }),
    ...(was && url !== undefined && url !== was.url && { service_payload_url: url }),
    ...(was && is && is.format !== was.format && { service_interface: is.format }),
  };
}
