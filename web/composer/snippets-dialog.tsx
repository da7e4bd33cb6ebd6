// Texts that somebody keeps for use in messages: one is chosen, and stands where the caret was.

import { useState } from 'preact/hooks';
import type { Section } from '../../client/state/state.ts';
import { ranked } from '../ground/ranking.ts';
import { attempt, reasonOf } from '../link/attempt.ts';
import { Reason } from '../link/reason.tsx';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { showDialog } from '../parts/overlays.tsx';
import { t } from '../words/words.ts';
import type { Composer } from './composer.ts';

type Snippet = Section<'saved_snippets'>[number];

/** Shows them for a composer. */
export function showSnippets(composer: Composer): void {
  showDialog((close) => <SnippetsDialog composer={composer} onClose={close} />);
}

interface DialogProps {
  readonly composer: Composer;
  readonly onClose: () => void;
}

function SnippetsDialog({ composer, onClose }: DialogProps) {
  const all = useOrganizationState(({ saved_snippets }) => saved_snippets) ?? [];
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<Snippet | 'new'>();
  const [deleted, setDeleted] = useState<Snippet>();
  if (edited !== undefined) {
    const begun = edited === 'new' ? { title: '', content: composer.content } : edited;
    return (
      <SnippetForm
        snippet={begun}
        {...(edited !== 'new' && { id: edited.id })}
        onDone={() => setEdited(undefined)}
      />
    );
  }
  if (deleted) return <DeleteSnippet snippet={deleted} onDone={() => setDeleted(undefined)} />;
  const shown = fitting(all, query);
  const choose = ({ content }: Snippet) => {
    onClose();
    // Once the dialog is gone: below it nothing can be written.
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
        <EmptyState icon="file" text={t('snippets.none')} />
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
              // What was typed a moment ago may not be drawn yet.
              const [best] = fitting(all, event.currentTarget.value);
              if (event.key === 'Enter' && best) choose(best);
            }}
          />
          {shown.length === 0 && <p class="soft">{t('snippets.noneFits')}</p>}
          <ul class="snippets">
            {shown.map((one) => (
              <li key={one.id}>
                <button type="button" class="snippet" onClick={() => choose(one)}>
                  <span>{one.title}</span>
                  <span>{one.content}</span>
                </button>
                <IconButton
                  name={t('snippets.edit', { name: one.title })}
                  icon="edit"
                  onClick={() => setEdited(one)}
                />
                <IconButton
                  name={t('snippets.delete', { name: one.title })}
                  icon="delete"
                  onClick={() => setDeleted(one)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** Those that a query finds, the best first; all by their titles where there is none. */
function fitting(all: readonly Snippet[], query: string): Snippet[] {
  if (query.trim() === '') return [...all].sort((a, b) => a.title.localeCompare(b.title));
  return ranked(all, query, { namesOf: ({ title, content }) => [title, content], limit: all.length });
}

interface FormProps {
  /** Undefined for a new one. */
  readonly id?: number;
  readonly snippet: Pick<Snippet, 'title' | 'content'>;
  readonly onDone: () => void;
}

function SnippetForm({ id, snippet, onDone }: FormProps) {
  const { client } = useOrganization();
  const [title, setTitle] = useState(snippet.title);
  const [content, setContent] = useState(snippet.content);
  const [problem, setProblem] = useState('');
  const isComplete = title.trim() !== '' && content.trim() !== '';
  async function save() {
    try {
      if (id === undefined) await client.call('create-saved-snippet', { title, content });
      else await client.call('edit-saved-snippet', { saved_snippet_id: id, title, content });
      onDone();
    } catch (error) {
      setProblem(reasonOf(error));
    }
  }
  return (
    <Dialog
      title={id === undefined ? t('snippets.new') : t('snippets.editTitle')}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('parts.cancel')}</Button>
          <Button kind="primary" type="submit" form="snippet" disabled={!isComplete}>
            {t('parts.save')}
          </Button>
        </>
      }
    >
      <form
        id="snippet"
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
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
        {problem !== '' && (
          <p class="problem" role="alert">
            <Reason text={problem} />
          </p>
        )}
      </form>
    </Dialog>
  );
}

function DeleteSnippet({ snippet, onDone }: { readonly snippet: Snippet; readonly onDone: () => void }) {
  const { client } = useOrganization();
  const remove = () =>
    attempt(client.call('delete-saved-snippet', { saved_snippet_id: snippet.id })).then(onDone);
  return (
    <Dialog
      title={t('snippets.deleteTitle')}
      size="small"
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('parts.cancel')}</Button>
          <Button kind="danger" onClick={() => void remove()}>
            {t('messages.delete')}
          </Button>
        </>
      }
    >
      <p>{snippet.title}</p>
    </Dialog>
  );
}
