// Who acts in a unit of work about a call. The account and the organization of the request may have changed since.

import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import type { WriteContext } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

/** The actor, as of now. */
export async function actingIn(context: WriteContext, writer: Writer): Promise<ActorContext> {
  const [account, organization] = await Promise.all([
    actingAccount(writer, context.actor.account.id),
    readOrganization(writer),
  ]);
  return { writer, account, organization };
}
