// GET /bots/{bot_id}/webhook_address: the address for a service to post to as a bot, a command that tests it,
// and whether the bot verifies signatures.

import { anyText, boolean, id, nullable, oneOf, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { HOOKS } from '../../api-contract/raw-request.ts';
import type { Account } from '../../model/accounts/account.ts';
import { unsealApiKey } from '../../model/accounts/credentials.ts';
import { PUBLIC_KEY_URL } from '../../model/incoming-webhooks/key-signatures.ts';
import type { WebhookService } from '../../model/incoming-webhooks/webhook-service.ts';
import { mattermostIncoming } from '../../model/webhook-services/mattermost-incoming.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { BotType } from '../../stores/bots/bot-service.ts';
import { readService } from '../../stores/bots/service-store.ts';
import { readOperation } from '../operation.ts';
import { knownWebhookService } from './known-webhook-service.ts';

/** Test payloads for our own formats. A service's own format can only be tested by that service. */
const samples: Readonly<Record<string, string>> = {
  slack_incoming: '{"text": "It works"}',
  mattermost_incoming: '{"text": "It works"}',
  zapier: '{"topic": "A test", "content": "It works"}',
  ifttt: '{"topic": "A test", "content": "It works"}',
  json: '{"it": "works"}',
};

/** A shell command. Addresses and samples contain no quotes that would end its quoting. */
function curlCommand(name: string, url: string): string {
  const sample = samples[name];
  if (sample === undefined) return `curl '${url}'`;
  return `curl -X POST -H 'Content-Type: application/json' -d '${sample}' '${url}'`;
}

/**
 * The header that a service signs in, and the part of a bot's configuration that enables the check, if the
 * bot has one.
 */
function signatureOf({ signature, keySignature }: WebhookService, { botType }: Account) {
  const header = keySignature?.header ?? signature?.header;
  if (header === undefined || botType !== BotType.incomingWebhook)
    return { signed_in: header ?? null, checked_by: null };
  return { signed_in: header, checked_by: keySignature ? PUBLIC_KEY_URL : 'secret' } as const;
}

export const getWebhookAddress = readOperation({
  name: 'get-webhook-address',
  method: 'GET',
  path: '/bots/{bot_id}/webhook_address',
  summary: 'Get the URL for a service to post to as a bot, with a command to test it.',
  access: 'human-member',
  needsRecentProof: true,
  parameters: {
    bot_id: required(id, 'The ID of the bot.'),
    integration: optionally(
      shortText,
      'The name of the service. Defaults to the one that the bot was created for.',
    ),
    stream: optionally(
      shortText,
      "The channel, by name or ID. By default, messages are sent to the bot's owner.",
    ),
    topic: optionally(shortText, 'The topic of all messages.'),
  },
  result: {
    url: anyText,
    hook_url: nullable(anyText),
    curl: anyText,
    signed_in: nullable(anyText),
    checked_by: nullable(oneOf('secret', PUBLIC_KEY_URL)),
    is_checked: boolean,
  },
  async handle(
    { reader, actor, services, organizationUrl },
    { bot_id: botId, integration: requested, stream, topic },
  ) {
    const bot = await changeableBot(reader, actor.account, botId);
    const service = await readService(reader, services.keyring, bot.id);
    const name = requested ?? service?.config.integration_id;
    if (name === undefined) throw badRequest('This bot was not created for a webhook service. Choose one.');
    const webhookService = knownWebhookService(name);
    const row = await accountRowById(reader, bot.id);
    const query = new URLSearchParams({ api_key: unsealApiKey(services.keyring, row?.api_key_sealed ?? '') });
    const hook = `${organizationUrl}${HOOKS}${query.get('api_key')}`;
    if (stream !== undefined) query.set('stream', stream);
    if (topic !== undefined) query.set('topic', topic);
    const url = `${organizationUrl}/api/v1/external/${webhookService.name}?${query}`;
    query.delete('api_key');
    return {
      url,
      hook_url: webhookService === mattermostIncoming ? [hook, `${query}`].filter(Boolean).join('?') : null,
      curl: curlCommand(webhookService.name, url),
      ...signatureOf(webhookService, bot),
      is_checked: service?.config.secret !== undefined || Boolean(service?.config[PUBLIC_KEY_URL]),
    };
  },
});
