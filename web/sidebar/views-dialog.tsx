// Arranges the views of the sidebar, and adds custom views: any address, under a name.

import { useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { showDialog } from '../components/overlays.tsx';
import { attempt } from '../data/attempt.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { type ViewLine, viewLines } from './sidebar-model.ts';

export function showViewsDialog(): void {
  showDialog((close) => <ViewsDialog onClose={close} />);
}

function ViewChoice({ line }: { readonly line: ViewLine }) {
  const { client } = useOrganization();
  const [name, setName] = useState<string>();
  const { key: fragment, title, isPinned } = line;
  const sending = useSubmission();
  async function rename() {
    await client.call('edit-navigation-view', { fragment, name: name?.trim() });
    setName(undefined);
  }
  if (name !== undefined) {
    return (
      <SubmitForm sending={sending} isReady={name.trim() !== ''} onSend={rename}>
        <div class="arranged-line">
          <input
            class="input"
            ref={(field) => void (document.activeElement === field || field?.focus())}
            aria-label={t('views.rename', { name: title })}
            maxLength={60}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <SubmitButton sending={sending} kind="plain" isReady={name.trim() !== ''}>
            {t('common.save')}
          </SubmitButton>
        </div>
      </SubmitForm>
    );
  }
  return (
    <div class="arranged-line">
      <NeedsServer>
        <label class="check">
          <input
            type="checkbox"
            checked={isPinned}
            onChange={(event) =>
              void attempt(
                client.call('edit-navigation-view', { fragment, is_pinned: event.currentTarget.checked }),
              )
            }
          />
          {title}
        </label>
      </NeedsServer>
      {line.name === 'own' && (
        <>
          <IconButton name={t('views.rename', { name: title })} icon="edit" onClick={() => setName(title)} />
          <IconButton
            needsServer
            name={t('views.remove', { name: title })}
            icon="delete"
            onClick={() => attempt(client.call('remove-navigation-view', { fragment }))}
          />
        </>
      )}
    </div>
  );
}

/** Adds the current view to the sidebar under a name. */
function AddView({ fragment }: { readonly fragment: string }) {
  const { client } = useOrganization();
  const [name, setName] = useState('');
  const sending = useSubmission();
  async function add() {
    await client.call('add-navigation-view', { fragment, is_pinned: true, name: name.trim() });
    setName('');
  }
  return (
    <SubmitForm sending={sending} isReady={name.trim() !== ''} onSend={add}>
      <div class="arranged-line">
        <label class="field">
          <span>{t('views.add')}</span>
          <input
            class="input"
            placeholder={t('views.name')}
            maxLength={60}
            value={name}
            onInput={(event) => {
              setName(event.currentTarget.value);
              sending.clearOutcome();
            }}
          />
        </label>
        <SubmitButton sending={sending} kind="plain" isReady={name.trim() !== ''}>
          {t('views.addButton')}
        </SubmitButton>
      </div>
    </SubmitForm>
  );
}

function ViewsDialog({ onClose }: { readonly onClose: () => void }) {
  const arranged = useOrganizationState(({ navigation_views }) => navigation_views) ?? [];
  const counts = useOrganizationState(unreadCounts);
  const lines = viewLines(undefined, { counts, starred: 0 }, arranged);
  const own = lines.filter(({ name }) => name === 'own');
  const fragment = location.hash.slice(1);
  const [isListed] = useState(() => lines.some(({ key }) => key === fragment));
  return (
    <Dialog title={t('frame.arrangeViews')} onClose={onClose} size="small">
      <p class="soft">{t('views.text')}</p>
      <ul class="arranged">
        {lines.map(
          (line) =>
            line.name !== 'own' && (
              <li key={line.key}>
                <ViewChoice line={line} />
              </li>
            ),
        )}
      </ul>
      {own.length > 0 && (
        <section aria-label={t('views.own')}>
          <h3>{t('views.own')}</h3>
          <ul class="arranged">
            {own.map((line) => (
              <li key={line.key}>
                <ViewChoice line={line} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {fragment !== '' && !isListed && <AddView fragment={fragment} />}
    </Dialog>
  );
}
