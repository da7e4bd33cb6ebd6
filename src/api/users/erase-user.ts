// POST /users/{user_id}/erase: permanently erases a person. The reference server has no such operation.

import { eraseNextPortion } from '../../actions/erasure/stages.ts';
import { boolean, id } from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { detailOf } from '../../errors/error-detail.ts';
import { isBeingErased } from '../../stores/erasure/erasure-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingAccount, targetAccount } from './acting-account.ts';
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
    context.services.log.error(detail, 'erasure batch failed');
  }
}

export const eraseUser = writeOperation({
  name: 'erase-user',
  method: 'POST',
  path: '/users/{user_id}/erase',
  summary: 'Permanently erase a person and their bots. Only an anonymous account remains.',
  access: 'owner',
  needsRecentProof: true,
  parameters: {
    user_id: required(id, 'The ID of the user. An active account is deactivated first.'),
    delete_messages: withDefault(
      boolean,
      false,
      'Whether to also delete their messages. Otherwise, the messages show the name "Deleted user" with the ID.',
    ),
    delete_files: withDefault(
      boolean,
      false,
      'Whether to also delete the files that messages link. Others are always deleted.',
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
        throw badRequest('You cannot erase your own account. Ask another owner or the operator.');
      const choice = { deletesMessages: values.delete_messages, deletesFiles: values.delete_files };
      await erasePerson({ writer, organization, keyring }, person, choice);
    });
    await eraseForAWhile(context, values.user_id);
    return { is_complete: !(await isBeingErased(context.reader, values.user_id)) };
  },
});
