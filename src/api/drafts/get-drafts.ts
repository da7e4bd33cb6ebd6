// GET /drafts: the caller's drafts.

import { integer, list } from '../../api-contract/codec.ts';
import { draftSchema, wireDraft } from '../../model/drafts/draft.ts';
import { drafts } from '../../stores/drafts/draft-store.ts';
import { readOperation } from '../operation.ts';

export const getDrafts = readOperation({
  name: 'get-drafts',
  method: 'GET',
  path: '/drafts',
  summary: 'List your drafts, the most recently edited last.',
  access: 'account',
  parameters: {},
  result: { count: integer(), drafts: list(draftSchema) },
  async handle({ reader, actor }) {
    const rows = (await drafts.ofAccount(reader, actor.account.id)).reverse();
    return { count: rows.length, drafts: rows.map(wireDraft) };
  },
});
