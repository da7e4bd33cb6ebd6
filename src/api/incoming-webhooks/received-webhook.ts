// Reads a request that arrived at a bot's address: extracts the payload, wherever the service put it, and
// verifies the service's signature if the bot has its secret.

import { createHash, type KeyObject } from 'node:crypto';
import { ApiError, excessiveJson, malformedJson } from '../../api-contract/error.ts';
import { isWithinBounds, parseJson } from '../../api-contract/json.ts';
import type { RawRequest } from '../../api-contract/raw-request.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import {
  isSignedBy,
  type KeySignature,
  KeyUnavailableError,
  PUBLIC_KEY_URL,
  type PublicKeys,
  publicKeyUrl,
} from '../../model/incoming-webhooks/key-signatures.ts';
import { PayloadField, storableText } from '../../model/incoming-webhooks/payload-field.ts';
import type { WebhookDelivery, WebhookService } from '../../model/incoming-webhooks/webhook-service.ts';
import { missingSignature, type SignatureScheme } from '../../model/incoming-webhooks/webhook-signatures.ts';

/** The reply to the service, and facts for the delivery log. */
export interface ReceivedWebhook {
  readonly delivery: WebhookDelivery;
  /**
   * Identifies the delivery: a hash of the signed content if signatures are unique per delivery, otherwise of
   * the id that the service gave the delivery.
   */
  readonly fingerprint: string | undefined;
  /**
   * The action if a request with this fingerprint was already posted: reject a replay, acknowledge a retry, or
   * post it again.
   */
  readonly onRepeat: 'reject' | 'acknowledge' | 'post';
}

/**
 * For a secret that cannot be unsealed because it was sealed with another secret of the server. This must not
 * disable the check.
 */
const LOST_SECRET = 'The secret of this bot can no longer be read. Set it again.';

/** Our own parameters, which are not part of the service's payload. */
const OWN_PARAMETERS = new Set(['api_key', 'stream', 'topic', 'only_events', 'exclude_events']);

interface WebhookRequestContext {
  readonly rawRequest: RawRequest;
  readonly webhookService: WebhookService;
  readonly config: ReadonlyMap<string, string>;
  readonly topic: string | undefined;
  readonly organizationUrl: string;
  readonly publicKeys: PublicKeys;
}

/**
 * Reads a request of a service.
 * @throws `INVALID_JSON` and 400 for malformed or excessive JSON, `INVALID_WEBHOOK_SIGNATURE`, and the errors of
 * reading the body
 */
export async function readReceivedWebhook(context: WebhookRequestContext): Promise<ReceivedWebhook> {
  const { rawRequest, config, topic } = context;
  const body = await rawRequest.body();
  const fingerprint = await fingerprintOf(context, body);
  const { headers } = rawRequest;
  const query = new Map([...rawRequest.query].map(([name, value]) => [name, storableText(value)]));
  const payload = new PayloadField(payloadOf(body, await rawRequest.form(), query.get('payload')));
  const delivery = { payload, headers, query, config, topic };
  const retry = payload.isObject ? context.webhookService.retry?.(delivery) : undefined;
  const isSigned = fingerprint !== undefined;
  return {
    delivery,
    fingerprint: isSigned ? fingerprint : retry && digest(`${context.webhookService.name} ${retry.id}`),
    onRepeat: retry?.isRetry ? 'acknowledge' : isSigned ? 'reject' : 'post',
  };
}

const digest = (signed: string | Buffer) => createHash('sha256').update(signed).digest('base64url');

/**
 * The fingerprint of a signed request; undefined if no signature is required. A bot that requires signatures
 * accepts no other services: someone who knows its key must not bypass the check by naming a service that
 * does not sign, or signs differently.
 * @throws `INVALID_WEBHOOK_SIGNATURE`
 */
async function fingerprintOf(context: WebhookRequestContext, body: Buffer): Promise<string | undefined> {
  const { webhookService, config } = context;
  const { signature, keySignature } = webhookService;
  const secret = config.get('secret');
  const keyUrl = keySignature && publicKeyUrl(keySignature, config);
  if (keySignature && keyUrl !== undefined) return keyedFingerprint(context, keySignature, keyUrl);
  if (signature && secret !== undefined) return signedFingerprint(context, signature, secret, body);
  if (secret === undefined && !config.get(PUBLIC_KEY_URL)) return undefined;
  const message = `This bot only accepts signed requests, and is not set up to verify those of ${webhookService.displayName}.`;
  throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', message);
}

/** @throws `INVALID_WEBHOOK_SIGNATURE` */
function signedFingerprint(
  { rawRequest, organizationUrl }: WebhookRequestContext,
  signature: SignatureScheme,
  secret: string,
  body: Buffer,
): string | undefined {
  if (secret === '') throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', LOST_SECRET);
  const { headers } = rawRequest;
  const url = organizationUrl + rawRequest.url;
  const signatureError = signature.errorOf({ body, headers, url, secret, now: nowSeconds() });
  if (signatureError !== undefined) throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', signatureError);
  if (!signature.isUniquePerDelivery) return undefined;
  // Hashes only the signed body: everything else in a request can differ in a replay.
  return digest(body);
}

/** @throws `INVALID_WEBHOOK_SIGNATURE` if the signature is wrong or the key cannot be fetched */
async function keyedFingerprint(
  { rawRequest, webhookService, publicKeys }: WebhookRequestContext,
  signature: KeySignature,
  address: string,
): Promise<string> {
  const invalidSignature = (reason: string) => new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', reason);
  if (!URL.canParse(address))
    throw invalidSignature(`The ${PUBLIC_KEY_URL} of this bot is not a URL. Change or remove it.`);
  const signatureHeader = rawRequest.headers.get(signature.header.toLowerCase());
  if (signatureHeader === undefined) throw invalidSignature(missingSignature(signature.header));
  const signed = (await rawRequest.form())?.get(signature.field);
  if (signed === undefined)
    throw invalidSignature(`The request is not a form with the field ${signature.field}.`);
  try {
    const matches = async (key: Promise<KeyObject>) => isSignedBy(await key, signed, signatureHeader);
    const isRight =
      (await matches(publicKeys.keyAt(address, signature.readKey))) ||
      (await matches(publicKeys.refetchedKeyAt(address, signature.readKey)));
    if (!isRight)
      throw invalidSignature(
        `The signature in ${signature.header} is not from ${webhookService.displayName}.`,
      );
  } catch (error) {
    if (!(error instanceof KeyUnavailableError)) throw error;
    const { origin } = new URL(address);
    throw invalidSignature(`The public key could not be fetched from ${origin}: ${error.message}.`);
  }
  return digest(signed);
}

/** The JSON in `payload` of a form or address, the fields of any other form, or the JSON of the body. */
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

/** Some services, and `curl -d` by default, send JSON with the content type of a form. Undefined for a real form. */
function jsonSentAsForm(body: Buffer): unknown {
  const text = body.toString('utf8');
  return /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
}

function fieldsOf(form: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...form].filter(([name]) => !OWN_PARAMETERS.has(name)));
}

function json(text: string): unknown {
  const parsed = parseJson(text);
  if (parsed === undefined) throw isWithinBounds(text) ? malformedJson() : excessiveJson('The payload');
  return parsed;
}
