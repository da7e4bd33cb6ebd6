// PATCH /drafts/{draft_id}: replaces a draft.

import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { draftContent } from '../../model/drafts/draft.ts';
import { draftChanged } from '../../model/drafts/draft-events.ts';
import { drafts } from '../../stores/drafts/draft-store.ts';
import { writeOperation } from '../operation.ts';
import { checkDraftRecipients, noSuchDraft, sentDraft } from './draft-parameters.ts';

export const editDraft = writeOperation({
  name: 'edit-draft',
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  summary: 'Replace a draft.',
  access: 'account',
  parameters: {
    draft_id: required(id, 'The ID of the draft.'),
    draft: required(sentDraft, 'The new draft.'),
  },
  result: {},
  async handle(context, { draft_id, draft }) {
    const content = draftContent(draft, nowSeconds());
    await checkDraftRecipients(context, draft);
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      const row = await drafts.change(writer, accountId, draft_id, content);
      if (!row) throw noSuchDraft();
      writer.emit(draftChanged(accountId, row));
    });
    return {};
  },
});
