// Posts one event to one address.

import { limits } from '../../api-contract/limits.ts';
import { deliveryHeaders, deliveryId } from '../../model/event-subscriptions/signed-delivery.ts';
import { type HttpClient, NoAnswerError } from '../http/http-client.ts';

/** An event in the form in which an event queue delivers it. */
export interface PostedEvent {
  readonly id: number;
  readonly type: string;
  /** The whole event. */
  readonly json: string;
}

/** Parses an event of a queue. It was made by this process a moment ago, so its type is known. */
export function eventIn(json: string): PostedEvent {
  const { id, type } = JSON.parse(json) as { readonly id: number; readonly type: string };
  return { id, type, json };
}

/** The subscription, its bot, and where its events are posted. */
export interface Addressee {
  readonly subscriptionId: number;
  readonly bot: { readonly id: number; readonly email: string; readonly fullName: string };
  readonly address: string;
  readonly secret: string;
}

/** The result of an attempt; `error` is undefined if the address accepted the event. */
export interface Attempt {
  readonly error: string | undefined;
  readonly milliseconds: number;
}

function bodyOf({ subscriptionId, bot }: Addressee, { id, json }: PostedEvent): string {
  const about = {
    delivery_id: deliveryId(subscriptionId, id),
    subscription_id: subscriptionId,
    bot_id: bot.id,
    bot_email: bot.email,
    bot_full_name: bot.fullName,
  };
  return `${JSON.stringify(about).slice(0, -1)},"event":${json}}`;
}

async function send(http: HttpClient, addressee: Addressee, event: PostedEvent, at: number) {
  const body = bodyOf(addressee, event);
  const id = deliveryId(addressee.subscriptionId, event.id);
  try {
    const { status } = await http.send(addressee.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'ParleyEvents/1',
        ...deliveryHeaders(addressee.secret, { id, at, body }),
      },
      body,
      milliseconds: limits.eventAnswerMilliseconds,
      isBodyIgnored: true,
    });
    return status >= 200 && status <= 299 ? undefined : `The server returned status ${status}.`;
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return `No response: ${error.message}.`;
  }
}

/** Posts an event once. @param at the signed time, in seconds */
export async function postEvent(
  http: HttpClient,
  addressee: Addressee,
  event: PostedEvent,
  at: number,
): Promise<Attempt> {
  const startedAt = performance.now();
  const error = await send(http, addressee, event, at);
  return { error, milliseconds: Math.round(performance.now() - startedAt) };
}
