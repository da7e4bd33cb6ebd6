// The dialog of a section's "+" button: finds a channel, topic or direct conversation to place in the section.

import { useState } from 'preact/hooks';
import { Combobox } from '../components/combobox.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { ServerNeededNote } from '../components/needs-server.tsx';
import { showDialog } from '../components/overlays.tsx';
import { t } from '../i18n/texts.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import { channelIcon } from '../store/channel-icon.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { type AddableRow, addableRows, targetOf } from './addable-rows.ts';
import { placeIn } from './place-rows.ts';
import { type SidebarContext, shownSections } from './sidebar-context.ts';
import { rowKey } from './sidebar-rows.ts';
import type { SidebarSection } from './sidebar-sections.ts';

function CandidateLine({ candidate }: { readonly candidate: AddableRow }) {
  return (
    <>
      {candidate.kind === 'person' ? (
        <DirectPicture ids={candidate.ids} />
      ) : (
        <Icon name={candidate.kind === 'topic' ? 'message' : channelIcon(candidate.channel)} />
      )}
      <span class="label">{candidate.name}</span>
      {candidate.kind === 'topic' && <small>{candidate.channel}</small>}
    </>
  );
}

interface AddRowProps {
  readonly context: SidebarContext;
  readonly section: SidebarSection;
  readonly onClose: () => void;
}

function AddRow({ context, section, onClose }: AddRowProps) {
  const { state, topics } = context.organization;
  const [typed, setTyped] = useState('');
  const options = { state, counts: unreadCounts(state), knownTopics: (id: number) => topics.cached(id) };
  return (
    <Dialog title={t('frame.addTo', { name: section.title })} size="small" onClose={onClose}>
      <div class="field">
        <Combobox
          label={section.key.startsWith('own-') ? t('sidebar.whatToAdd') : t('sidebar.channelToAdd')}
          value={typed}
          items={addableRows(options, section, typed)}
          keyOf={({ kind, key }) => `${kind} ${key}`}
          show={(candidate) => <CandidateLine candidate={candidate} />}
          onInput={setTyped}
          onChoose={(candidate) => {
            onClose();
            const target = targetOf(candidate);
            const now = shownSections(context).find(({ key }) => key === section.key) ?? section;
            placeIn(context, { key: rowKey(target), target }, now);
          }}
        />
      </div>
      <ServerNeededNote />
    </Dialog>
  );
}

export function showAddRow(context: SidebarContext, section: SidebarSection): void {
  showDialog((close) => <AddRow context={context} section={section} onClose={close} />);
}
