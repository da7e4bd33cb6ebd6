// Checks that the server is reachable at its public address, with encryption and a certificate that remains
// valid for a while.

import { decodedOrUndefined, oneOf, record } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { readClocks } from '../../api-contract/service-clock.ts';
import { DAY } from '../../api-contract/time.ts';
import { codeOf, messageOf } from '../../errors/error-detail.ts';
import { certificateAt } from '../../integrations/http/certificate.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { isLoopbackName } from '../../model/loopback.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type Finding, failed, passed } from './finding.ts';

const WAIT_MILLISECONDS = 10_000;
/** Certificates are usually renewed a month before they expire. */
const LEAST_DAYS = 14;

/** Certificate errors and what to do about them. */
const certificateProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has expired. Renew it',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet. Check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name. Get one for this name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed, so browsers and apps reject it',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate authority is unknown to this machine',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the intermediate certificates are missing. Configure the proxy to send the full chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the intermediate certificates are missing. Configure the proxy to send the full chain',
};

/** The certificate's problem; undefined if there is none. */
async function certificateProblem(url: URL): Promise<string | undefined> {
  try {
    const { valid_to: end } = await certificateAt(url);
    const days = Math.floor((Date.parse(end) - readClocks().wall) / 1000 / DAY);
    return days < LEAST_DAYS ? `the certificate expires in ${days} days. Renew it` : undefined;
  } catch (error) {
    const problem = certificateProblems[codeOf(error) ?? ''];
    return problem ?? `no encrypted connection: ${messageOf(error)}`;
  }
}

/** The problem of an address at which Parley does not answer; undefined if it does. */
async function answerProblem(address: string): Promise<string | undefined> {
  const request = { milliseconds: WAIT_MILLISECONDS };
  const { status, text } = await new HttpClient([address]).send(`${address}/health`, request);
  if (decodedOrUndefined(record({ status: oneOf('ok', 'degraded') }), parseJson(text))) return undefined;
  return status >= 500
    ? `status ${status}. Check that the server is running`
    : `something other than this server answers (status ${status}). Check the proxy`;
}

/** Checks the address of `--url`. */
export async function checkAddress({ publicUrl, host }: ServeOptions): Promise<Finding> {
  if (publicUrl === undefined)
    return passed(
      'url',
      isLoopbackName(host)
        ? 'No public address is set (--url). Only this machine can reach the server.'
        : 'No public address is set (--url). Emails contain no links without it.',
    );
  const url = new URL(publicUrl);
  const isLoopback = isLoopbackName(url.hostname.replace(/^\[|\]$/g, ''));
  if (url.protocol === 'http:' && !isLoopback)
    return failed(
      'url',
      `${publicUrl} is not encrypted, so passwords and messages can be intercepted. Put a proxy with a certificate in front of the server and set --url to https://… (docs/guide/running-a-server.md).`,
    );
  const problem =
    (url.protocol === 'https:' ? await certificateProblem(url) : undefined) ??
    (await answerProblem(publicUrl));
  return problem === undefined
    ? passed('url', `${publicUrl} reaches a Parley server.`)
    : failed('url', `${publicUrl}: ${problem}.`);
}
