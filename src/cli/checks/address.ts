// Checks that the server is reachable at its public address, with encryption and a certificate that remains
// valid for a while.

import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { isRecord } from '../../api-contract/codec.ts';
import { codeOf, messageOf } from '../../api-contract/error-detail.ts';
import { parseJson } from '../../api-contract/json.ts';
import { thisMoment } from '../../api-contract/service-clock.ts';
import { DAY } from '../../api-contract/time.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { isLoopbackName } from '../../model/loopback.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type Finding, right, wrong } from './finding.ts';

const WAIT_MILLISECONDS = 10_000;
/** Certificates are usually renewed a month before they expire. */
const LEAST_DAYS = 14;

/** Certificate errors and what to do about them. */
const certificateProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: look at the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: get one for this name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself: browsers and apps refuse it',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority that this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it does not send the certificates between its own and the authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'it does not send the certificates between its own and the authority',
};

function certificateOf({ hostname, port }: URL): Promise<PeerCertificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port: Number(port) || 443, ...name, timeout: WAIT_MILLISECONDS });
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('it did not answer in time')));
    socket.once('error', reject);
  });
}

/** The certificate's problem; undefined if there is none. */
async function certificateProblem(url: URL): Promise<string | undefined> {
  try {
    const { valid_to: end } = await certificateOf(url);
    const days = Math.floor((Date.parse(end) - thisMoment().wall) / 1000 / DAY);
    return days < LEAST_DAYS ? `its certificate expires in ${days} days: renew it` : undefined;
  } catch (error) {
    const known = certificateProblems[codeOf(error) ?? ''];
    return known ?? `no encrypted connection was made: ${messageOf(error)}`;
  }
}

/** The problem of an address at which Parley does not answer; undefined if it does. */
async function answerProblem(address: string): Promise<string | undefined> {
  const request = { milliseconds: WAIT_MILLISECONDS };
  const { status, text } = await new HttpClient([address]).send(`${address}/health`, request);
  const health = parseJson(text);
  if (isRecord(health) && health.status === 'ok') return undefined;
  return status >= 500
    ? `it answers with status ${status}: the server behind it does not run, or cannot serve`
    : `something else than this server answers there (status ${status}): look at the proxy`;
}

/** Checks the address of `--url`. */
export async function checkAddress({ publicUrl, host }: ServeOptions): Promise<Finding> {
  if (publicUrl === undefined)
    return right(
      'url',
      isLoopbackName(host)
        ? 'No public address is given (--url): only this machine reaches the server.'
        : 'No public address is given (--url): emails have no links without it.',
    );
  const url = new URL(publicUrl);
  const isLoopback = isLoopbackName(url.hostname.replace(/^\[|\]$/g, ''));
  if (url.protocol === 'http:' && !isLoopback)
    return wrong(
      'url',
      `${publicUrl} is not encrypted: passwords and messages can be read on the way. Put a proxy with a certificate in front of the server and give --url https://… (docs/guide/running-a-server.md).`,
    );
  const problem =
    (url.protocol === 'https:' ? await certificateProblem(url) : undefined) ??
    (await answerProblem(publicUrl));
  return problem === undefined
    ? right('url', `${publicUrl} leads to this kind of server.`)
    : wrong('url', `${publicUrl}: ${problem}.`);
}
