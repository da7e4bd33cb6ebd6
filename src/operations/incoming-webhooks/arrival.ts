// What arrived at the address of a bot, read up to what its integration makes of it: the payload, wherever the service
// put it, and whether it is the service's, where the bot knows its secret.

import { createHash } from 'node:crypto';
import type { Brought } from '../../contract/brought.ts';
import { ApiError, excessiveJson, malformedJson } from '../../contract/error.ts';
import { isWithinBounds, parseJson } from '../../contract/json.ts';
import { nowSeconds } from '../../contract/time.ts';
import { Field, storable } from '../../model/incoming-webhooks/field.ts';
import type { Delivery, Integration } from '../../model/incoming-webhooks/integration.ts';

/** What the integration is handed, and what the log keeps of it. */
export interface Arrival {
  readonly delivery: Delivery;
  /** Of what was signed, where it was and makes deliveries tell apart. */
  readonly fingerprint: string | undefined;
}

/** What cannot be opened was sealed under another secret of the server. That must not turn the check off. */
const LOST_SECRET = 'The secret of this bot cannot be read any more. Set it again.';

/** Parameters of ours, which are no part of what the service says. */
const OWN = new Set(['api_key', 'stream', 'topic', 'only_events', 'exclude_events']);

interface Place {
  readonly brought: Brought;
  readonly integration: Integration;
  readonly config: ReadonlyMap<string, string>;
  readonly topic: string | undefined;
  readonly organizationUrl: string;
}

/**
 * Reads a request of a service.
 * @throws `INVALID_JSON` and 400 for what is no JSON or too much of it, `INVALID_WEBHOOK_SIGNATURE`, and what reading
 *   the body throws
 */
export async function readArrival(place: Place): Promise<Arrival> {
  const { brought, config, topic } = place;
  const body = await brought.body();
  const fingerprint = signedFingerprint(place, body);
  const { headers } = brought;
  const query = new Map([...brought.query].map(([name, value]) => [name, storable(value)]));
  const payload = new Field(payloadOf(body, await brought.form(), query.get('payload')));
  return { delivery: { payload, headers, query, config, topic }, fingerprint };
}

/** @throws `INVALID_WEBHOOK_SIGNATURE` */
function signedFingerprint({ brought, integration, config, organizationUrl }: Place, body: Buffer) {
  const { signature } = integration;
  const secret = config.get('secret');
  if (!signature || secret === undefined) return undefined;
  if (secret === '') throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', LOST_SECRET);
  const { headers } = brought;
  const url = organizationUrl + brought.url;
  const problem = signature.problem({ body, headers, url, secret, now: nowSeconds() });
  if (problem !== undefined) throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', problem);
  if (!signature.tellsDeliveriesApart) return undefined;
  // Nothing else of a request counts: it could be another with each replay.
  return createHash('sha256').update(body).digest('base64url');
}

/** The JSON of a form's or an address' `payload`, the fields of any other form, or the JSON of the body. */
function payloadOf(
  body: Buffer,
  form: ReadonlyMap<string, string> | undefined,
  inAddress: string | undefined,
) {
  const inForm = form?.get('payload');
  if (inForm !== undefined) return json(inForm);
  if (form && form.size > 0) return fieldsOf(form);
  if (body.length === 0 && inAddress !== undefined) return json(inAddress);
  return json(body.toString('utf8'));
}

function fieldsOf(form: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...form].filter(([name]) => !OWN.has(name)));
}

function json(text: string): unknown {
  const parsed = parseJson(text);
  if (parsed === undefined) throw isWithinBounds(text) ? malformedJson() : excessiveJson('The payload');
  return parsed;
}
