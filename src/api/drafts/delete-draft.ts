// DELETE /drafts/{draft_id}: deletes a draft of the caller.

import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { draftRemoved } from '../../model/drafts/draft-events.ts';
import { drafts } from '../../stores/drafts/draft-store.ts';
import { writeOperation } from '../operation.ts';
import { noSuchDraft } from './draft-parameters.ts';

export const deleteDraft = writeOperation({
  name: 'delete-draft',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  summary: 'Delete a draft.',
  access: 'account',
  parameters: { draft_id: required(id, 'The ID of the draft.') },
  result: {},
  async handle(context, { draft_id }) {
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      if (!(await drafts.remove(writer, accountId, draft_id))) throw noSuchDraft();
      writer.emit(draftRemoved(accountId, draft_id));
    });
    return {};
  },
});
