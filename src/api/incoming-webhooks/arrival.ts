// What arrived at the address of a bot, read up to what its integration makes of it: the payload, wherever the service
// put it, and whether it is the service's, where the bot knows its secret.

import { createHash, type KeyObject } from 'node:crypto';
import type { Brought } from '../../api-contract/brought.ts';
import { ApiError, excessiveJson, malformedJson } from '../../api-contract/error.ts';
import { isWithinBounds, parseJson } from '../../api-contract/json.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { Field, storable } from '../../model/incoming-webhooks/field.ts';
import type { Delivery, Integration } from '../../model/incoming-webhooks/integration.ts';
import {
  isSignedBy,
  type KeySignature,
  keyAddress,
  NoKey,
  PUBLIC_KEY_URL,
  type PublicKeys,
} from '../../model/incoming-webhooks/key-signatures.ts';
import { missing, type Signature } from '../../model/incoming-webhooks/signatures.ts';

/** What the integration is handed, and what the log keeps of it. */
export interface Arrival {
  readonly delivery: Delivery;
  /** Of what was signed, where it was and makes deliveries tell apart; else of the id that the service gave it. */
  readonly fingerprint: string | undefined;
  /** What a fingerprint that became a message before means: a replay to refuse, a retry to acknowledge, or nothing. */
  readonly onRepeat: 'refuse' | 'acknowledge' | 'take';
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
  readonly publicKeys: PublicKeys;
}

/**
 * Reads a request of a service.
 * @throws `INVALID_JSON` and 400 for what is no JSON or too much of it, `INVALID_WEBHOOK_SIGNATURE`, and what reading
 *   the body throws
 */
export async function readArrival(place: Place): Promise<Arrival> {
  const { brought, config, topic } = place;
  const body = await brought.body();
  const fingerprint = await fingerprintOf(place, body);
  const { headers } = brought;
  const query = new Map([...brought.query].map(([name, value]) => [name, storable(value)]));
  const payload = new Field(payloadOf(body, await brought.form(), query.get('payload')));
  const delivery = { payload, headers, query, config, topic };
  const retry = payload.isObject ? place.integration.retry?.(delivery) : undefined;
  const isSigned = fingerprint !== undefined;
  return {
    delivery,
    fingerprint: isSigned ? fingerprint : retry && digest(`${place.integration.name} ${retry.id}`),
    onRepeat: retry?.isAgain ? 'acknowledge' : isSigned ? 'refuse' : 'take',
  };
}

const digest = (signed: string | Buffer) => createHash('sha256').update(signed).digest('base64url');

/**
 * What tells a signed request from others; undefined where nothing is to be signed. Who knows the key of a bot that takes only
 * what is signed gets nothing past that by way of a service that signs nothing, or otherwise.
 * @throws `INVALID_WEBHOOK_SIGNATURE`
 */
async function fingerprintOf(place: Place, body: Buffer): Promise<string | undefined> {
  const { integration, config } = place;
  const { signature, keySignature } = integration;
  const secret = config.get('secret');
  const keyUrl = keySignature && keyAddress(keySignature, config);
  if (keySignature && keyUrl !== undefined) return keyedFingerprint(place, keySignature, keyUrl);
  if (signature && secret !== undefined) return signedFingerprint(place, signature, secret, body);
  if (secret === undefined && !config.get(PUBLIC_KEY_URL)) return undefined;
  const said = `This bot takes only what is signed, and nothing is set on it for what ${integration.displayName} sends.`;
  throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', said);
}

/** @throws `INVALID_WEBHOOK_SIGNATURE` */
function signedFingerprint(
  { brought, organizationUrl }: Place,
  signature: Signature,
  secret: string,
  body: Buffer,
): string | undefined {
  if (secret === '') throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', LOST_SECRET);
  const { headers } = brought;
  const url = organizationUrl + brought.url;
  const problem = signature.problem({ body, headers, url, secret, now: nowSeconds() });
  if (problem !== undefined) throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', problem);
  if (!signature.tellsDeliveriesApart) return undefined;
  // Nothing else of a request counts: it could be another with each replay.
  return digest(body);
}

/** @throws `INVALID_WEBHOOK_SIGNATURE`, also where the key cannot be had */
async function keyedFingerprint(
  { brought, integration, publicKeys }: Place,
  signature: KeySignature,
  address: string,
): Promise<string> {
  const refuse = (reason: string) => new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', reason);
  if (!URL.canParse(address))
    throw refuse(`The ${PUBLIC_KEY_URL} of this bot is not a URL. Set another one, or none.`);
  const given = brought.headers.get(signature.header.toLowerCase());
  if (given === undefined) throw refuse(missing(signature.header));
  const signed = (await brought.form())?.get(signature.field);
  if (signed === undefined) throw refuse(`The request is no form with a field ${signature.field}.`);
  try {
    const fits = async (key: Promise<KeyObject>) => isSignedBy(await key, signed, given);
    const isRight =
      (await fits(publicKeys.keyAt(address, signature.readKey))) ||
      (await fits(publicKeys.newerKeyAt(address, signature.readKey)));
    if (!isRight)
      throw refuse(`The signature in ${signature.header} is not one of ${integration.displayName}.`);
  } catch (error) {
    if (!(error instanceof NoKey)) throw error;
    const { origin } = new URL(address);
    throw refuse(`The public key could not be had from ${origin}: ${error.message}.`);
  }
  return digest(signed);
}

/** The JSON of a form's or an address' `payload`, the fields of any other form, or the JSON of the body. */
function payloadOf(
  body: Buffer,
  form: ReadonlyMap<string, string> | undefined,
  inAddress: string | undefined,
) {
  const inForm = form?.get('payload');
  if (inForm !== undefined) return json(inForm);
  if (form && form.size > 0) return jsonSentAsForm(body) ?? fieldsOf(form);
  if (body.length === 0 && inAddress !== undefined) return json(inAddress);
  return json(body.toString('utf8'));
}

/** Some services, and `curl -d` by default, send JSON under the content type of a form. Undefined for a real form. */
function jsonSentAsForm(body: Buffer): unknown {
  const text = body.toString('utf8');
  return /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
}

function fieldsOf(form: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...form].filter(([name]) => !OWN.has(name)));
}

function json(text: string): unknown {
  const parsed = parseJson(text);
  if (parsed === undefined) throw isWithinBounds(text) ? malformedJson() : excessiveJson('The payload');
  return parsed;
}
