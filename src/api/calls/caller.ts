// The caller as providers of calls are told of them.

import type { Caller } from '../../model/calls/video-calls.ts';
import type { ReadContext } from '../operation.ts';

/** The one who makes a call, as providers are told of them. */
export function callerOf({ actor, state }: ReadContext): Caller {
  const { id, email, fullName } = actor.account;
  return { organizationId: state.organization.id, accountId: id, email, fullName };
}
