// POST /drafts: stores drafts on the server, for all clients of the account.

import { id, list } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { draftContent } from '../../model/drafts/draft.ts';
import { draftsAdded } from '../../model/drafts/draft-events.ts';
import { drafts as draftStore } from '../../stores/drafts/draft-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { checkDraftRecipients, sentDraft } from './draft-parameters.ts';

export const createDrafts = writeOperation({
  name: 'create-drafts',
  method: 'POST',
  path: '/drafts',
  summary: 'Create drafts.',
  access: 'account',
  parameters: { drafts: withDefault(list(sentDraft, limits.draftsPerRequest), [], 'The drafts.') },
  result: { ids: list(id) },
  async handle(context, { drafts }) {
    const now = nowSeconds();
    const contents = drafts.map((draft) => draftContent(draft, now));
    for (const draft of drafts) await checkDraftRecipients(context, draft);
    if (contents.length === 0) return { ids: [] };
    const accountId = context.actor.account.id;
    const ids = await context.write(async (writer) => {
      await takeQuota(await readCreator(writer, accountId), 'drafts', contents.length);
      const rows = await draftStore.insertAll(writer, accountId, contents);
      writer.emit(draftsAdded(accountId, rows));
      return rows.map((row) => row.id);
    });
    return { ids };
  },
});
