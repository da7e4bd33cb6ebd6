// Kinds of bots, and what a bot is connected to.

import type { Selectable } from 'kysely';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { BotServiceTable } from '../../storage/schema.ts';
import { openedColumn, sealedColumn } from '../sealed-column.ts';

/** The kinds of bots by their numbers in the API. */
export const BotType = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;
export type BotType = (typeof BotType)[keyof typeof BotType];

/** Formats in which outgoing webhooks post. */
export const Interface = { own: 1, slack: 2 } as const;

export interface BotService {
  readonly accountId: number;
  readonly name: string;
  readonly baseUrl: string;
  readonly interface: number;
  readonly token: string;
  readonly config: Readonly<Record<string, string>>;
}

/** What of a configuration is a secret, and kept as one: what incoming webhooks are signed by. */
const SECRET = 'secret';

/** A configuration as the column keeps it. */
export function keptConfig(keyring: Keyring, config: BotService['config']): string {
  const { [SECRET]: secret, ...open } = config;
  if (secret === undefined) return JSON.stringify(open);
  return JSON.stringify({ ...open, [SECRET]: sealedColumn(keyring, 'webhook-secret', secret) });
}

function openedConfig(keyring: Keyring, kept: string): BotService['config'] {
  const config = JSON.parse(kept) as Record<string, string>;
  const { [SECRET]: sealed } = config;
  return sealed === undefined
    ? config
    : { ...config, [SECRET]: openedColumn(keyring, 'webhook-secret', sealed) };
}

/** A configuration with changes; an empty secret takes away the one that was there, readable or not. */
export function changedConfig(
  config: BotService['config'],
  changes: BotService['config'],
): BotService['config'] {
  const changed = { ...config, ...changes };
  return changes[SECRET] === '' ? withoutSecret(changed) : changed;
}

/** A configuration without what only the owner of the bot may know. */
export function withoutSecret(config: BotService['config']): BotService['config'] {
  return Object.fromEntries(Object.entries(config).filter(([key]) => key !== SECRET));
}

/** The service of a row. */
export function serviceOf(keyring: Keyring, row: Selectable<BotServiceTable>): BotService {
  return {
    accountId: row.account_id,
    name: row.name,
    baseUrl: row.base_url,
    interface: row.interface,
    token: openedColumn(keyring, 'bot-token', row.token),
    config: openedConfig(keyring, row.config),
  };
}
