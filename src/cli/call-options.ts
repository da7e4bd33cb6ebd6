// Reads the settings of Parley's own calls. Secrets come from the environment only, since command lines are visible to every
// user of the machine.

import type { CallConfiguration } from '../integrations/native-calls/configured-call-server.ts';
import { listIn } from './flag-values.ts';
import { UsageError } from './usage.ts';

const TURN_SECRET = 'PARLEY_TURN_SECRET';
const modes = ['off', 'direct'] as const;

interface CallFlags {
  readonly mode: string | undefined;
  readonly turnUrls: string | undefined;
  readonly stunUrls: string | undefined;
}

/** Addresses as browsers accept them: `turn:host:3478?transport=udp`. */
const ADDRESS = /^(stun|turns?):(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/i;

function addressesIn(flag: string, text: string | undefined, kind: 'turn' | 'stun'): readonly string[] {
  const addresses = listIn(text);
  for (const address of addresses) {
    const [, scheme = ''] = ADDRESS.exec(address) ?? [];
    if (!scheme.toLowerCase().startsWith(kind))
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
  return { mode, stunUrls, turn: secret === undefined ? undefined : { urls: turnUrls, secret } };
}
