// Who has read a message, among those who share read receipts.

import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useActions } from '../../data/actions.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { personIn } from '../../store/directory.ts';
import { personName } from '../../store/names.ts';

export interface ReceiptsDialogProps {
  readonly readerIds: readonly number[];
  readonly onClose: () => void;
}

export function ReceiptsDialog({ readerIds, onClose }: ReceiptsDialogProps) {
  const { state } = useOrganization();
  const { go, showPerson } = useActions();
  const sharesReceipts = useOrganizationState(
    ({ user_settings }) => user_settings?.send_read_receipts ?? true,
  );
  const people = readerIds
    .map((id) => ({ id, name: personName(state, id), url: personIn(state, id)?.avatar_url }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <Dialog title={t('messages.readBy')} onClose={onClose} size="small">
      <p class="soft">
        {people.length === 0 ? t('messages.readByNobody') : t('history.readers', { count: people.length })}
      </p>
      {people.length > 0 && (
        <ul class="people-lines">
          {people.map(({ id, name, url }) => (
            <li key={id}>
              <button
                type="button"
                class="person-line"
                onClick={(event) => showPerson(id, event.currentTarget)}
              >
                <Avatar id={id} name={name} {...(url !== undefined && { url })} size="small" />
                <span class="name">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="soft">{t('history.onlySharing')}</p>
      {!sharesReceipts && (
        <>
          <p class="soft">{t('history.notSharing')}</p>
          <Button
            onClick={() => {
              onClose();
              go('#settings/display');
            }}
          >
            {t('history.change')}
          </Button>
        </>
      )}
    </Dialog>
  );
}
