// POST /external/{integration}: accepts a request of another service and sends it as messages.

import { anyText, list, shortText, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { HOOKS } from '../../api-contract/raw-request.ts';
import { storableText } from '../../model/incoming-webhooks/payload-field.ts';
import { DocumentAnswer, publicOperation } from '../operation.ts';
import { knownWebhookService } from './known-webhook-service.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { accountByKey } from './webhook-authentication.ts';

const patterns = list(shortText, limits.webhookEventPatterns);

/** Some services, including Jira, escape an address that is already escaped. (As in the reference server.) */
function percentDecode(value: string | undefined): string | undefined {
  if (value === undefined || !/%[0-9A-Fa-f]{2}/.test(value)) return value;
  try {
    return storableText(decodeURIComponent(value));
  } catch {
    return value;
  }
}

export const incomingWebhook = publicOperation({
  name: 'incoming-webhook',
  method: 'POST',
  path: '/external/{integration}',
  summary: 'Receive a request of another service and post it as messages.',
  access: 'anyone',
  errors: [
    'INVALID_API_KEY',
    'USER_DEACTIVATED',
    'INVALID_JSON',
    'ANOMALOUS_WEBHOOK_PAYLOAD',
    'MISSING_HTTP_EVENT_HEADER',
    'INVALID_WEBHOOK_SIGNATURE',
    'WEBHOOK_REPLAYED',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  readsRawRequest: true,
  acceptsAnyParameter: true,
  parameters: {
    integration: required(shortText, 'The name of the service.'),
    api_key: optionally(
      shortText,
      'The API key of the bot that sends the messages. It can also be sent in the header.',
    ),
    stream: optionally(
      shortText,
      "The channel, by name or ID. By default, messages are sent to the bot's owner.",
    ),
    topic: optionally(shortText, 'The topic. By default, it depends on the event.'),
    only_events: optionally(patterns, 'The events to post, with `*` and `?` as wildcards.'),
    exclude_events: optionally(patterns, 'The events not to post, with `*` and `?` as wildcards.'),
    payload: optionally(
      text({ maximum: limits.requestBodyBytes }),
      'The payload of the service, as JSON. By default, it is the body.',
    ),
  },
  result: {
    msg: { optional: anyText },
    code: { optional: anyText },
    webhook_name: { optional: anyText },
    event_type: { optional: anyText },
    challenge: { optional: anyText },
  },
  async handle(context, values) {
    const account = await accountByKey(context, values.api_key);
    const service = knownWebhookService(values.integration);
    const answer = await receiveWebhook(context, account, service, {
      channel: percentDecode(values.stream),
      topic: percentDecode(values.topic),
      filter: { only: values.only_events, exclude: values.exclude_events },
    });
    // This is Mattermost's answer, because its clients compare it.
    return context.rawRequest?.url.startsWith(HOOKS) ? new DocumentAnswer('ok') : answer;
  },
});
