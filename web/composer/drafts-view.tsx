// The list of drafts, newest first.

import { useRef } from 'preact/hooks';
import type { Draft } from '../../client/state/state.ts';
import { Button, IconButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { type Composer, destinationOfDraft } from './composer.ts';
import { conversationName } from './texts.ts';

export interface DraftsViewProps {
  readonly composer: Composer;
  /** Goes to the conversation of a draft and opens it there. */
  readonly onOpen: (draftId: number) => void;
}

/** Drafts are parsed again each time, so they are compared by content. */
function isSame(a: readonly Draft[], b: readonly Draft[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function DraftsView({ composer, onOpen }: DraftsViewProps) {
  const organization = useOrganization();
  const listen = useRef((listener: () => void) => {
    const unlisten = composer.drafts.listen(listener);
    // Another tab may change drafts stored in this browser.
    addEventListener('storage', listener);
    return () => {
      removeEventListener('storage', listener);
      unlisten();
    };
  });
  const drafts = useSubscribed(listen.current, () => composer.drafts.all, isSame);
  const viewer = useViewer();
  const now = Date.now() / 1000;
  if (drafts.length === 0)
    return (
      <EmptyState icon="draft" title={t('composer.noDrafts')} text={t('composer.noDraftsText')}>
        <a class="button" href="#inbox">
          {t('frame.toInbox')}
        </a>
      </EmptyState>
    );
  return (
    <ul class="drafts">
      {drafts.map((draft) => {
        const name = conversationName(
          organization.state,
          destinationOfDraft(draft, composer.organization.ownId),
        );
        return (
          <li key={draft.id}>
            <div>
              <h2>
                {name || t('composer.noDestination')} <small>{shortTime(draft.timestamp, now, viewer)}</small>
              </h2>
              <p dir="auto">{draft.content}</p>
            </div>
            <Button icon="edit" onClick={() => onOpen(draft.id)}>
              {t('composer.goOn')}
            </Button>
            <IconButton
              needsServer={draft.id > 0}
              name={t('composer.deleteDraft')}
              icon="delete"
              onClick={() => attempt(composer.drafts.delete(draft.id))}
            />
          </li>
        );
      })}
    </ul>
  );
}
