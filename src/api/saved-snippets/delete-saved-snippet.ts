// DELETE /saved_snippets/{saved_snippet_id}: deletes a saved snippet of the caller.

import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { snippetRemoved } from '../../model/saved-snippets/saved-snippet-events.ts';
import { savedSnippets } from '../../stores/saved-snippets/saved-snippet-store.ts';
import { writeOperation } from '../operation.ts';
import { noSuchSnippet } from './no-such-snippet.ts';

export const deleteSavedSnippet = writeOperation({
  name: 'delete-saved-snippet',
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  summary: 'Delete a saved snippet.',
  since: 297,
  access: 'account',
  parameters: { saved_snippet_id: required(id, 'The ID of the snippet.') },
  result: {},
  async handle(context, { saved_snippet_id }) {
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      if (!(await savedSnippets.remove(writer, accountId, saved_snippet_id))) throw noSuchSnippet();
      writer.emit(snippetRemoved(accountId, saved_snippet_id));
    });
    return {};
  },
});
