// One request of another service from its bytes to its messages. Whatever becomes of it is a line in the log that the
// bot's owner reads; a refusal changes nothing else.

import { ApiError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { DeliveryOutcome } from '../../model/incoming-webhooks/delivery-outcome.ts';
import { type EventFilter, isWanted } from '../../model/incoming-webhooks/event-filter.ts';
import { storable } from '../../model/incoming-webhooks/field.ts';
import {
  type Announcement,
  calledName,
  type Integration,
  tooManyMessages,
} from '../../model/incoming-webhooks/integration.ts';
import {
  MissingEventHeader,
  UnreadablePayload,
  UnsupportedEvent,
} from '../../model/incoming-webhooks/refusals.ts';
import { cut, withSilentWildcards } from '../../model/incoming-webhooks/text.ts';
import { readService } from '../../stores/bots/service-store.ts';
import { type LoggedDelivery, logDelivery } from '../../stores/incoming-webhooks/deliveries.ts';
import type { PublicContext } from '../operation.ts';
import { type Arrival, readArrival } from './arrival.ts';
import { postAnnouncements } from './post.ts';

/** Where messages go by the address, and which. */
export interface Asked {
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

/** Makes messages of a request. @throws the refusals of the operation */
export async function receive(
  context: PublicContext,
  account: Account,
  integration: Integration,
  asked: Asked,
): Promise<Answer> {
  const { brought } = context;
  if (!brought) throw new Error('the request was not handed on');
  let arrival: Arrival | undefined;
  let bytes = 0;
  const log: Log = (outcome, event = '', detail = '') => ({
    accountId: account.id,
    integration: integration.name,
    event: storable(cut(event, limits.repeatedCharacters)),
    outcome,
    detail: storable(cut(detail, LOGGED_CHARACTERS)),
    bytes,
    fingerprint: outcome === 'sent' ? arrival?.fingerprint : undefined,
  });
  try {
    bytes = (await brought.body()).length;
    const service = await readService(context.reader, context.services.keyring, account.id);
    const config = new Map(Object.entries(service?.config ?? {}));
    const { organizationUrl } = context;
    const { publicKeys } = context.services;
    const place = { brought, integration, config, topic: asked.topic, organizationUrl, publicKeys };
    arrival = await readArrival(place);
    return await say(context, { account, integration, asked, arrival, log });
  } catch (error) {
    if (error instanceof UnsupportedEvent) return unsupported(context, integration, error, log);
    const refusal = refusalOf(integration, error);
    if (!(refusal instanceof ApiError) || refusal.status >= 500) throw refusal;
    const { reason } = refusal.extra;
    const detail = typeof reason === 'string' ? `${refusal.message} ${reason}` : refusal.message;
    await context.write((writer) => logDelivery(writer, log('refused', '', `${refusal.code}: ${detail}`)));
    throw refusal;
  }
}

interface Received {
  readonly account: Account;
  readonly integration: Integration;
  readonly asked: Asked;
  readonly arrival: Arrival;
  readonly log: Log;
}

async function say(context: PublicContext, received: Received): Promise<Answer> {
  const { account, integration, asked, arrival, log } = received;
  const said = integration.read(arrival.delivery) ?? [];
  if ('challenge' in said) return { challenge: said.challenge };
  const announcements: readonly Announcement[] = Array.isArray(said) ? said : [said];
  if (announcements.length > limits.messagesPerWebhook) {
    throw tooManyMessages();
  }
  // Names of events come from outside, and matching one takes its length times the pattern's.
  const nameOf = ({ event }: Announcement) => cut(event, limits.repeatedCharacters);
  const wanted = announcements.filter((one) => isWanted(nameOf(one), asked.filter));
  const events = [...new Set((wanted.length > 0 ? wanted : announcements).map(({ event }) => event))].join(
    ', ',
  );
  if (wanted.length === 0) {
    const outcome = announcements.length > 0 ? 'filtered' : 'ignored';
    await context.write((writer) => logDelivery(writer, log(outcome, events)));
    return {};
  }
  const posting = {
    account,
    client: `Zulip${calledName(integration)}Webhook`,
    mayMention: integration.speaksFreely === true,
    announcements: wanted,
    channel: asked.channel,
    topic: asked.topic,
    log: (outcome: DeliveryOutcome, detail?: string) => log(outcome, events, detail),
    onRepeat: arrival.onRepeat,
  };
  try {
    await postAnnouncements(context, posting);
  } catch (error) {
    if (!integration.softensMentions || !isWildcardRefusal(error)) throw error;
    const quiet = wanted.map((one) => ({ ...one, content: withSilentWildcards(one.content) }));
    await postAnnouncements(context, { ...posting, announcements: quiet });
  }
  return {};
}

function isWildcardRefusal(error: unknown): boolean {
  return error instanceof ApiError && /^(?:STREAM|TOPIC)_WILDCARD_MENTION_NOT_ALLOWED$/.test(error.code);
}

/** A service is not told to stop over an event that nobody has words for. */
async function unsupported(
  context: PublicContext,
  integration: Integration,
  { event, message }: UnsupportedEvent,
  log: Log,
): Promise<Answer> {
  await context.write((writer) => logDelivery(writer, log('unsupported', event, message)));
  const name = calledName(integration);
  const type = cut(event, limits.repeatedCharacters);
  return {
    msg: `The '${type}' event isn't currently supported by the ${name} webhook; ignoring`,
    code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
    webhook_name: name,
    event_type: type,
  };
}

/** What the service is told of what its integration threw. */
function refusalOf(integration: Integration, error: unknown): unknown {
  if (error instanceof UnreadablePayload) {
    const name = calledName(integration);
    const message = `Unable to parse request: Did ${name} generate this event?`;
    return new ApiError(400, 'ANOMALOUS_WEBHOOK_PAYLOAD', message, { reason: error.message });
  }
  if (error instanceof MissingEventHeader) {
    const { header } = error;
    return new ApiError(400, 'MISSING_HTTP_EVENT_HEADER', `Missing the HTTP event header '${header}'`, {
      header,
    });
  }
  return error;
}
