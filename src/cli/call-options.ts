// Reads the settings of Parley's own calls. Secrets come from the environment only, since command lines are visible to every
// user of the machine.

import { isIPv4, isIPv6 } from 'node:net';
import { limits } from '../api-contract/limits.ts';
import type { CallConfiguration } from '../integrations/native-calls/configured-call-server.ts';
import { integerIn, listIn } from './flag-values.ts';
import { UsageError } from './usage.ts';

const TURN_SECRET = 'PARLEY_TURN_SECRET';
const LIVEKIT_KEY = 'PARLEY_LIVEKIT_KEY';
const LIVEKIT_SECRET = 'PARLEY_LIVEKIT_SECRET';
const modes = ['off', 'direct', 'livekit'] as const;

interface CallFlags {
  readonly mode: string | undefined;
  readonly turnUrls: string | undefined;
  readonly stunUrls: string | undefined;
  readonly livekitUrl: string | undefined;
  readonly participants: string | undefined;
}

/** Addresses as browsers accept them (RFC 7064 and 7065); only those of TURN name a transport. */
const ADDRESS = {
  stun: /^stun:([^/?#@]+)$/i,
  turn: /^turns?:([^/?#@]+)(?:\?transport=(?:udp|tcp))?$/i,
} as const;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** Whether a text is a host name or an address of IPv4, or one of IPv6 in brackets, and perhaps a port. */
function isHostWithPort(text: string): boolean {
  const [, host = '', port = '1'] = /^(.+?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (Number(port) < 1 || Number(port) > 65_535) return false;
  const inBrackets = /^\[(.+)\]$/.exec(host)?.[1];
  if (inBrackets !== undefined) return isIPv6(inBrackets);
  // Digits and dots alone are an address, which has four numbers.
  return /^[\d.]+$/.test(host) ? isIPv4(host) : host.length <= 253 && HOST_NAME.test(host);
}

function addressesIn(flag: string, text: string | undefined, kind: 'turn' | 'stun'): readonly string[] {
  const addresses = listIn(text);
  for (const address of addresses) {
    if (!isHostWithPort(ADDRESS[kind].exec(address)?.[1] ?? ''))
      throw new UsageError(`${flag} must look like ${kind}:host or ${kind}:host:3478, not "${address}".`, 2);
  }
  return addresses;
}

/** @throws UsageError for incomplete or invalid settings */
export function readCalls(flags: CallFlags, environment: NodeJS.ProcessEnv): CallConfiguration {
  const mode = modes.find((one) => one === (flags.mode ?? 'direct'));
  if (!mode) throw new UsageError(`--calls must be one of ${modes.join(', ')}, not "${flags.mode}".`, 2);
  const turnUrls = addressesIn('--turn-url', flags.turnUrls, 'turn');
  const stunUrls = addressesIn('--stun-url', flags.stunUrls, 'stun');
  const secret = environment[TURN_SECRET] || undefined;
  if (turnUrls.length > 0 !== (secret !== undefined))
    throw new UsageError(`--turn-url and ${TURN_SECRET} belong together. Set both or neither.`, 2);
  for (const [flag, urls] of [
    ['--turn-url', turnUrls],
    ['--stun-url', stunUrls],
  ] as const) {
    if (mode === 'off' && urls.length > 0)
      throw new UsageError(`${flag} has no effect with --calls off. Leave it out, or turn calls on.`, 2);
  }
  const livekit = readLiveKit(flags.livekitUrl, environment);
  if ((mode === 'livekit') !== (livekit !== undefined))
    throw new UsageError('--calls livekit and --livekit-url belong together. Set both or neither.', 2);
  if (flags.participants !== undefined && !livekit)
    throw new UsageError('--call-participants needs --calls livekit.', 2);
  return {
    mode,
    stunUrls,
    turn: secret === undefined ? undefined : { urls: turnUrls, secret },
    livekit,
    participants:
      flags.participants === undefined
        ? undefined
        : integerIn('--call-participants', flags.participants, limits.livekitParticipantsMaximum),
  };
}

/** The LiveKit server; undefined without an address. @throws UsageError for incomplete or invalid settings */
function readLiveKit(url: string | undefined, environment: NodeJS.ProcessEnv): CallConfiguration['livekit'] {
  const [key, secret] = [environment[LIVEKIT_KEY] || undefined, environment[LIVEKIT_SECRET] || undefined];
  if (url === undefined && key === undefined && secret === undefined) return undefined;
  if (url === undefined || key === undefined || secret === undefined)
    throw new UsageError(
      `--livekit-url, ${LIVEKIT_KEY} and ${LIVEKIT_SECRET} belong together. Set all or none.`,
      2,
    );
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^wss?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.search !== '')
    throw new UsageError('--livekit-url must look like wss://livekit.example.com.', 2);
  return { url: url.replace(/\/+$/, ''), key, secret };
}
