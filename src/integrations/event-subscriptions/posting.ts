// One event on its way to an address: what is posted, and what came of it.

import { limits } from '../../api-contract/limits.ts';
import { deliveryHeaders, deliveryId } from '../../model/event-subscriptions/signed-delivery.ts';
import { type HttpClient, NoAnswer } from '../http/http-client.ts';

/** An event as a client of a queue would get it. */
export interface PostedEvent {
  readonly id: number;
  readonly type: string;
  /** The whole of it, as JSON. */
  readonly json: string;
}

/** The event of a text that a queue is given. */
export function eventIn(json: string): PostedEvent {
  const { id, type } = JSON.parse(json) as { readonly id: number; readonly type: string };
  return { id, type, json };
}

/** Whose it is, and where it goes. */
export interface Addressee {
  readonly subscriptionId: number;
  readonly bot: { readonly id: number; readonly email: string; readonly fullName: string };
  readonly address: string;
  readonly secret: string;
}

/** What came of an attempt; `problem` is undefined where the address took the event. */
export interface Attempt {
  readonly problem: string | undefined;
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

async function problemOf(http: HttpClient, addressee: Addressee, event: PostedEvent, at: number) {
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
      isStatusEnough: true,
    });
    return status >= 200 && status <= 299 ? undefined : `It answered with status ${status}.`;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return `There was no answer: ${error.message}.`;
  }
}

/** Posts an event once. @param at the moment, in seconds, that is signed */
export async function post(
  http: HttpClient,
  addressee: Addressee,
  event: PostedEvent,
  at: number,
): Promise<Attempt> {
  const began = performance.now();
  const problem = await problemOf(http, addressee, event, at);
  return { problem, milliseconds: Math.round(performance.now() - began) };
}
