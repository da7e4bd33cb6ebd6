// Handles one request of another service, from its bytes to its messages. Every outcome is recorded in the
// delivery log, which the bot's owner can read; a rejected request changes nothing else.

import { ApiError, clientError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { DeliveryOutcome } from '../../model/incoming-webhooks/delivery-outcome.ts';
import { type EventFilter, passesFilter } from '../../model/incoming-webhooks/event-filter.ts';
import { storableText } from '../../model/incoming-webhooks/payload-field.ts';
import { truncate, withSilentWildcards } from '../../model/incoming-webhooks/untrusted-markdown.ts';
import {
  MissingEventHeaderError,
  UnreadablePayloadError,
  UnsupportedEventError,
} from '../../model/incoming-webhooks/webhook-errors.ts';
import {
  clientNameOf,
  tooManyWebhookMessages,
  type WebhookMessage,
  type WebhookService,
} from '../../model/incoming-webhooks/webhook-service.ts';
import { readService } from '../../stores/bots/service-store.ts';
import { type LoggedDelivery, logDelivery } from '../../stores/incoming-webhooks/webhook-delivery-store.ts';
import type { PublicContext } from '../operation.ts';
import { postAnnouncements } from './post-announcements.ts';
import { type ReceivedWebhook, readReceivedWebhook } from './received-webhook.ts';

/** The channel, topic and event filter in the address. */
export interface AddressParameters {
  readonly channel: string | undefined;
  readonly topic: string | undefined;
  readonly filter: EventFilter;
}

interface Answer {
  readonly msg?: string;
  readonly code?: string;
  readonly webhook_name?: string;
  readonly event_type?: string;
  readonly challenge?: string;
}

type Log = (outcome: DeliveryOutcome, event?: string, detail?: string) => LoggedDelivery;

const LOGGED_CHARACTERS = 500;

/**
 * Sends the messages of a request.
 * @throws the errors of the operation
 */
export async function receiveWebhook(
  context: PublicContext,
  account: Account,
  webhookService: WebhookService,
  parameters: AddressParameters,
): Promise<Answer> {
  const { rawRequest } = context;
  if (!rawRequest) throw new Error('the raw request is missing');
  let webhook: ReceivedWebhook | undefined;
  let bytes = 0;
  const log: Log = (outcome, event = '', detail = '') => ({
    accountId: account.id,
    integration: webhookService.name,
    event: storableText(truncate(event, limits.repeatedCharacters)),
    outcome,
    detail: storableText(truncate(detail, LOGGED_CHARACTERS)),
    bytes,
    fingerprint: outcome === 'sent' ? webhook?.fingerprint : undefined,
  });
  try {
    bytes = (await rawRequest.body()).length;
    const service = await readService(context.reader, context.services.keyring, account.id);
    const config = new Map(Object.entries(service?.config ?? {}));
    const { organizationUrl } = context;
    const { publicKeys } = context.services;
    const requestContext = {
      rawRequest,
      webhookService,
      config,
      topic: parameters.topic,
      organizationUrl,
      publicKeys,
    };
    webhook = await readReceivedWebhook(requestContext);
    return await post(context, { account, webhookService, parameters, received: webhook, log });
  } catch (error) {
    if (error instanceof UnsupportedEventError)
      return reportUnsupportedEvent(context, webhookService, error, log);
    const apiError = clientError(webhookErrorOf(webhookService, error));
    const { reason } = apiError.extra;
    const detail = typeof reason === 'string' ? `${apiError.message} ${reason}` : apiError.message;
    await context.write((writer) => logDelivery(writer, log('refused', '', `${apiError.code}: ${detail}`)));
    throw apiError;
  }
}

interface ReadRequest {
  readonly account: Account;
  readonly webhookService: WebhookService;
  readonly parameters: AddressParameters;
  readonly received: ReceivedWebhook;
  readonly log: Log;
}

async function post(context: PublicContext, request: ReadRequest): Promise<Answer> {
  const { account, webhookService, parameters, received, log } = request;
  const result = webhookService.read(received.delivery) ?? [];
  if ('challenge' in result) return { challenge: result.challenge };
  const announcements: readonly WebhookMessage[] = Array.isArray(result) ? result : [result];
  if (announcements.length > limits.messagesPerWebhook) {
    throw tooManyWebhookMessages();
  }
  // Event names are cut because they come from outside, and matching takes time proportional to their length
  // times the pattern's.
  const nameOf = ({ event }: WebhookMessage) => truncate(event, limits.repeatedCharacters);
  const matching = announcements.filter((announcement) =>
    passesFilter(nameOf(announcement), parameters.filter),
  );
  const events = [
    ...new Set((matching.length > 0 ? matching : announcements).map(({ event }) => event)),
  ].join(', ');
  if (matching.length === 0) {
    const outcome = announcements.length > 0 ? 'filtered' : 'ignored';
    await context.write((writer) => logDelivery(writer, log(outcome, events)));
    return {};
  }
  const posting = {
    account,
    client: `Zulip${clientNameOf(webhookService)}Webhook`,
    mayMention: webhookService.mayMention === true,
    announcements: matching,
    channel: parameters.channel,
    topic: parameters.topic,
    log: (outcome: DeliveryOutcome, detail?: string) => log(outcome, events, detail),
    onRepeat: received.onRepeat,
  };
  try {
    await postAnnouncements(context, posting);
  } catch (error) {
    if (!webhookService.silencesWildcardMentions || !isWildcardForbidden(error)) throw error;
    const silenced = matching.map((announcement) => ({
      ...announcement,
      content: withSilentWildcards(announcement.content),
    }));
    await postAnnouncements(context, { ...posting, announcements: silenced });
  }
  return {};
}

function isWildcardForbidden(error: unknown): boolean {
  return error instanceof ApiError && /^(?:STREAM|TOPIC)_WILDCARD_MENTION_NOT_ALLOWED$/.test(error.code);
}

/** Answers success to unsupported events, so that the service does not stop sending. */
async function reportUnsupportedEvent(
  context: PublicContext,
  webhookService: WebhookService,
  { event, message }: UnsupportedEventError,
  log: Log,
): Promise<Answer> {
  await context.write((writer) => logDelivery(writer, log('unsupported', event, message)));
  const name = clientNameOf(webhookService);
  const type = truncate(event, limits.repeatedCharacters);
  return {
    msg: `The '${type}' event isn't currently supported by the ${name} webhook; ignoring`,
    code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
    webhook_name: name,
    event_type: type,
  };
}

/** The error that the service receives for an error of its webhook service. */
function webhookErrorOf(webhookService: WebhookService, error: unknown): unknown {
  if (error instanceof UnreadablePayloadError) {
    const name = clientNameOf(webhookService);
    const message = `Unable to parse request: Did ${name} generate this event?`;
    return new ApiError(400, 'ANOMALOUS_WEBHOOK_PAYLOAD', message, { reason: error.message });
  }
  if (error instanceof MissingEventHeaderError) {
    const { header } = error;
    return new ApiError(400, 'MISSING_HTTP_EVENT_HEADER', `Missing the HTTP event header '${header}'`, {
      header,
    });
  }
  return error;
}
