// POST /saved_snippets: stores a text for use in messages.

import { id, messageText, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { normalizeSnippetContent, normalizeSnippetTitle } from '../../model/saved-snippets/saved-snippet.ts';
import { snippetAdded } from '../../model/saved-snippets/saved-snippet-events.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { savedSnippets } from '../../stores/saved-snippets/saved-snippet-store.ts';
import { writeOperation } from '../operation.ts';

export const createSavedSnippet = writeOperation({
  name: 'create-saved-snippet',
  method: 'POST',
  path: '/saved_snippets',
  summary: 'Create a saved snippet.',
  since: 297,
  access: 'account',
  parameters: {
    title: required(shortText, 'The title of the snippet.'),
    content: required(messageText, 'The content, in Markdown.'),
  },
  result: { saved_snippet_id: id },
  async handle(context, values) {
    const title = normalizeSnippetTitle(values.title);
    const content = normalizeSnippetContent(values.content);
    const accountId = context.actor.account.id;
    const newId = await context.write(async (writer) => {
      await takeQuota(await readCreator(writer, accountId), 'saved_snippets');
      const row = await savedSnippets.insert(writer, accountId, { title, content, created_at: writer.now });
      writer.emit(snippetAdded(row));
      return row.id;
    });
    return { saved_snippet_id: newId };
  },
});
