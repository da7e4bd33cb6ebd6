// POST /users/{user_id}/erase: permanently erases a person. The reference server has no such operation.

import { eraseNextPortion } from '../../actions/erasure/stages.ts';
import { boolean, id } from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { detailOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { isBeingErased } from '../../stores/erasure/erasure-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingAccount, targetAccount } from './acting.ts';
import { erasePerson } from './erasure.ts';

/** Erases within the time limit of the request. A job does the rest. */
async function eraseForAWhile(context: WriteContext, personId: number): Promise<void> {
  const until = performance.now() + limits.deleteTopicMilliseconds;
  try {
    while (performance.now() < until && (await context.write(eraseNextPortion)));
  } catch (error) {
    // The person counts as erased already, so the request has succeeded.
    if (error instanceof ApiError) return;
    const detail = { account: personId, error: detailOf(error) };
    context.services.log.error(detail, 'a portion of an erasure failed');
  }
}

export const eraseUser = writeOperation({
  name: 'erase-user',
  method: 'POST',
  path: '/users/{user_id}/erase',
  summary: 'Erase a person for good, and their bots: everything but an anonymous account.',
  access: 'owner',
  needsRecentProof: true,
  parameters: {
    user_id: required(id, 'Whom. An active account is deactivated first.'),
    delete_messages: withDefault(
      boolean,
      false,
      'Delete their messages as well; otherwise they stay, under the name "Deleted user" with the id.',
    ),
    delete_files: withDefault(
      boolean,
      false,
      'Delete the files that messages link as well; what no message links is deleted in any case.',
    ),
  },
  result: { is_complete: boolean },
  async handle(context, values) {
    const { keyring } = context.services;
    await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const acting = await actingAccount(writer, context.actor.account.id);
      const person = await targetAccount(writer, organization, acting, String(values.user_id));
      if (person.id === acting.id)
        throw badRequest('You cannot erase your own account. Ask another owner, or who runs the server.');
      const choice = { deletesMessages: values.delete_messages, deletesFiles: values.delete_files };
      await erasePerson({ writer, organization, keyring }, person, choice);
    });
    await eraseForAWhile(context, values.user_id);
    return { is_complete: !(await isBeingErased(context.reader, values.user_id)) };
  },
});
