// When a mute ends: of a topic, a person or a channel.

import { described, integer, nullable } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { DAY } from '../../api-contract/time.ts';

/** The field of muted topics, people and channels. */
export const mutedUntilField = described(
  nullable(integer()),
  'When it is unmuted, in seconds since 1970; null for never. An addition of this server.',
);

/** The parameter of operations that mute. */
export const mutedUntilParameter = optionally(
  integer({ minimum: 0 }),
  'The time at which it is unmuted again, in seconds since 1970. Without it, it stays muted. An addition of this server.',
);

/** Refuses a time that is over or too far ahead. Both are seconds since 1970. */
export function checkMutedUntil(until: number, now: number): void {
  if (until <= now) throw badRequest('The time must be in the future.');
  if (until > now + limits.muteDays * DAY)
    throw badRequest(`Something can be muted for at most ${limits.muteDays} days.`);
}
