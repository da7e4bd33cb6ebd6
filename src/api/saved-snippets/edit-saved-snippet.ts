// PATCH /saved_snippets/{saved_snippet_id}: changes a snippet's title, text or both.

import { id, messageText, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { normalizeSnippetContent, normalizeSnippetTitle } from '../../model/saved-snippets/saved-snippet.ts';
import { snippetChanged } from '../../model/saved-snippets/saved-snippet-events.ts';
import { savedSnippets } from '../../stores/saved-snippets/saved-snippet-store.ts';
import { writeOperation } from '../operation.ts';
import { noSuchSnippet } from './no-such-snippet.ts';

export const editSavedSnippet = writeOperation({
  name: 'edit-saved-snippet',
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  summary: 'Change a saved snippet.',
  since: 368,
  access: 'account',
  parameters: {
    saved_snippet_id: required(id, 'The ID of the snippet.'),
    title: optionally(shortText, 'The title of the snippet.'),
    content: optionally(messageText, 'The content, in Markdown.'),
  },
  result: {},
  async handle(context, values) {
    if (values.title === undefined && values.content === undefined)
      throw badRequest('No new data is supplied');
    const changes = {
      ...(values.title !== undefined && { title: normalizeSnippetTitle(values.title) }),
      ...(values.content !== undefined && { content: normalizeSnippetContent(values.content) }),
    };
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      const row = await savedSnippets.change(writer, accountId, values.saved_snippet_id, changes);
      if (!row) throw noSuchSnippet();
      writer.emit(snippetChanged(row));
    });
    return {};
  },
});
