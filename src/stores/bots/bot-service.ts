// Bot types, and the service a bot is connected to.

import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { Row } from '../../storage/schema.ts';
import { openColumn, sealColumn } from '../sealed-column.ts';

/** Bot types with their numbers in the API. */
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

/** The key of a configuration that is stored sealed: the secret that signs incoming webhooks. */
const SECRET = 'secret';

/** A configuration as stored in its column. */
export function sealedConfig(keyring: Keyring, config: BotService['config']): string {
  const { [SECRET]: secret, ...plain } = config;
  if (secret === undefined) return JSON.stringify(plain);
  return JSON.stringify({ ...plain, [SECRET]: sealColumn(keyring, 'webhook-secret', secret) });
}

function openConfig(keyring: Keyring, stored: string): BotService['config'] {
  const config = parseColumn<Record<string, string>>(stored);
  const { [SECRET]: sealed } = config;
  return sealed === undefined
    ? config
    : { ...config, [SECRET]: openColumn(keyring, 'webhook-secret', sealed) };
}

/** A configuration with changes. An empty secret removes the current one, readable or not. */
export function changedConfig(
  config: BotService['config'],
  changes: BotService['config'],
): BotService['config'] {
  const newConfig = { ...config, ...changes };
  return changes[SECRET] === '' ? withoutSecret(newConfig) : newConfig;
}

/** A configuration without the secret, which only the owner of the bot may see. */
export function withoutSecret(config: BotService['config']): BotService['config'] {
  return Object.fromEntries(Object.entries(config).filter(([key]) => key !== SECRET));
}

export function serviceOf(keyring: Keyring, row: Row<'bot_service'>): BotService {
  return {
    accountId: row.account_id,
    name: row.name,
    baseUrl: row.base_url,
    interface: row.interface,
    token: openColumn(keyring, 'bot-token', row.token),
    config: openConfig(keyring, row.config),
  };
}
