// Operations on saved snippets.

import { createSavedSnippet } from './create-saved-snippet.ts';
import { deleteSavedSnippet } from './delete-saved-snippet.ts';
import { editSavedSnippet } from './edit-saved-snippet.ts';
import { getSavedSnippets } from './get-saved-snippets.ts';

export const savedSnippetOperations = [
  getSavedSnippets,
  createSavedSnippet,
  editSavedSnippet,
  deleteSavedSnippet,
];
