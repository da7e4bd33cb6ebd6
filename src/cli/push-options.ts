// Reads the settings of the push relay. Its key comes from the environment only, since command lines are
// visible to every user of the machine.

import type { RelayConfiguration } from '../integrations/push/configured-push.ts';
import { UsageError } from './usage.ts';

const KEY_VARIABLE = 'PARLEY_PUSH_RELAY_KEY';

/** The relay; undefined if none is configured. @throws UsageError for incomplete or invalid settings */
export function readPushRelay(
  url: string | undefined,
  id: string | undefined,
  environment: NodeJS.ProcessEnv,
): RelayConfiguration | undefined {
  const key = environment[KEY_VARIABLE] || undefined;
  if (url === undefined) {
    if (id !== undefined) throw new UsageError('--push-relay-id needs --push-relay-url.', 2);
    return undefined;
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.search !== '') {
    throw new UsageError('--push-relay-url must look like https://host, without credentials.', 2);
  }
  if ((id === undefined) !== (key === undefined)) {
    throw new UsageError(`--push-relay-id and ${KEY_VARIABLE} belong together. Set both or neither.`, 2);
  }
  return { url: url.replace(/\/+$/, ''), credentials: id && key ? { id, key } : undefined };
}
