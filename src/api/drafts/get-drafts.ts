// GET /drafts: the caller's drafts.

import { integer, list } from '../../api-contract/codec.ts';
import { draftSchema, wireDraft } from '../../model/drafts/draft.ts';
import { draftsOf } from '../../stores/drafts/draft-store.ts';
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
    const drafts = (await draftsOf(reader, actor.account.id)).reverse();
    return { count: drafts.length, drafts: drafts.map(wireDraft) };
  },
});
