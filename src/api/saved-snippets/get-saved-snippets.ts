// GET /saved_snippets: the caller's snippets.

import { list } from '../../api-contract/codec.ts';
import { snippetSchema, wireSnippet } from '../../model/saved-snippets/saved-snippet.ts';
import { savedSnippets } from '../../stores/saved-snippets/saved-snippet-store.ts';
import { readOperation } from '../operation.ts';

export const getSavedSnippets = readOperation({
  name: 'get-saved-snippets',
  method: 'GET',
  path: '/saved_snippets',
  summary: 'List your saved snippets, oldest first.',
  since: 297,
  access: 'account',
  parameters: {},
  result: { saved_snippets: list(snippetSchema) },
  async handle({ reader, actor }) {
    return { saved_snippets: (await savedSnippets.ofAccount(reader, actor.account.id)).map(wireSnippet) };
  },
});
