// The caller as described to providers of video calls.

import type { CallRequester } from '../../model/calls/video-calls.ts';
import type { ReadContext } from '../operation.ts';

export function callerOf({ actor, state }: ReadContext): CallRequester {
  const { id, email, fullName } = actor.account;
  return { organizationId: state.organization.id, accountId: id, email, fullName };
}
