// The account's saved snippets; a chosen one is inserted at the caret.

import { useState } from 'preact/hooks';
import type { Section } from '../../client/state/state.ts';
import { Button, IconButton } from '../components/button.tsx';
import { confirmAction } from '../components/confirm.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { showDialog } from '../components/overlays.tsx';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';
import type { Composer } from './composer.ts';

type Snippet = Section<'saved_snippets'>[number];

export function showSnippets(composer: Composer): void {
  showDialog((close) => <SnippetsDialog composer={composer} onClose={close} />);
}

interface DialogProps {
  readonly composer: Composer;
  readonly onClose: () => void;
}

function SnippetsDialog({ composer, onClose }: DialogProps) {
  const { client } = useOrganization();
  const all = useOrganizationState(({ saved_snippets }) => saved_snippets) ?? [];
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<Snippet | 'new'>();
  if (edited !== undefined) {
    const initial = edited === 'new' ? { title: '', content: composer.content } : edited;
    return (
      <SnippetForm
        snippet={initial}
        {...(edited !== 'new' && { id: edited.id })}
        onDone={() => setEdited(undefined)}
      />
    );
  }
  const matches = matching(all, query);
  const choose = ({ content }: Snippet) => {
    onClose();
    // After the dialog has closed, since the field below a dialog cannot be edited.
    setTimeout(() => composer.insert({ text: content, isBlock: false }));
  };
  return (
    <Dialog
      title={t('snippets.title')}
      onClose={onClose}
      actions={
        <Button icon="add" onClick={() => setEdited('new')}>
          {t('snippets.new')}
        </Button>
      }
    >
      {all.length === 0 ? (
        <EmptyState icon="file" title={t('snippets.none')} />
      ) : (
        <>
          <input
            class="input"
            type="search"
            aria-label={t('snippets.filter')}
            placeholder={t('snippets.filter')}
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              // The typed text may not be rendered yet.
              const [best] = matching(all, event.currentTarget.value);
              if (event.key === 'Enter' && best) choose(best);
            }}
          />
          {matches.length === 0 && <p class="soft">{t('snippets.noneFits')}</p>}
          <ul class="snippets">
            {matches.map((snippet) => (
              <li key={snippet.id}>
                <button type="button" class="snippet" onClick={() => choose(snippet)}>
                  <span>{snippet.title}</span>
                  <span>{snippet.content}</span>
                </button>
                <IconButton
                  name={t('snippets.edit', { name: snippet.title })}
                  icon="edit"
                  onClick={() => setEdited(snippet)}
                />
                <IconButton
                  name={t('snippets.delete', { name: snippet.title })}
                  icon="delete"
                  onClick={() => askDelete(client, snippet)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** The snippets matching a query, best first; without a query all of them by title. */
function matching(all: readonly Snippet[], query: string): Snippet[] {
  if (query.trim() === '') return [...all].sort((a, b) => a.title.localeCompare(b.title));
  return rankMatches(all, query, { namesOf: ({ title, content }) => [title, content], limit: all.length });
}

interface FormProps {
  /** Undefined for a new snippet. */
  readonly id?: number;
  readonly snippet: Pick<Snippet, 'title' | 'content'>;
  readonly onDone: () => void;
}

function SnippetForm({ id, snippet, onDone }: FormProps) {
  const { client } = useOrganization();
  const [title, setTitle] = useState(snippet.title);
  const [content, setContent] = useState(snippet.content);
  async function save() {
    if (id === undefined) await client.call('create-saved-snippet', { title, content });
    else await client.call('edit-saved-snippet', { saved_snippet_id: id, title, content });
  }
  return (
    <FormDialog
      title={id === undefined ? t('snippets.new') : t('snippets.editTitle')}
      isReady={title.trim() !== '' && content.trim() !== ''}
      onSave={save}
      onClose={onDone}
    >
      <label class="field">
        <span>{t('snippets.name')}</span>
        <input
          class="input"
          maxLength={60}
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{t('snippets.text')}</span>
        <textarea
          class="input"
          rows={6}
          dir="auto"
          maxLength={10_000}
          value={content}
          onInput={(event) => setContent(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}

function askDelete(client: Organization['client'], { id, title }: Snippet): void {
  confirmAction({
    title: t('snippets.deleteTitle'),
    text: title,
    action: t('messages.delete'),
    onYes: () => void attempt(client.call('delete-saved-snippet', { saved_snippet_id: id })),
  });
}
