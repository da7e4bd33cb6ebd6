// Asks for confirmation before an account is deactivated: what is deleted, and whether the person is notified
// by email.

import { useState } from 'preact/hooks';
import type { InputOf } from '../../../client/api-types.ts';
import type { Person } from '../../../client/state/state.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { FormError, SubmitButton, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { botsOf } from './listed-accounts.ts';

type Erasures = NonNullable<InputOf<'deactivate-user'>['actions']>;

const erasureKinds = [
  'delete_profile',
  'delete_public_channel_messages',
  'delete_private_channel_messages',
  'delete_direct_messages',
] as const satisfies readonly (keyof Erasures)[];

interface ErasuresProps {
  readonly erasures: Erasures;
  readonly onChange: (chosen: Erasures) => void;
}

function ErasureChoices({ erasures, onChange }: ErasuresProps) {
  return (
    <fieldset class="choice">
      <legend>{t('accounts.erase')}</legend>
      {erasureKinds.map((erasure) => (
        <label key={erasure} class="check">
          <input
            type="checkbox"
            checked={erasures[erasure] === true}
            onChange={(event) => onChange({ ...erasures, [erasure]: event.currentTarget.checked })}
          />
          {t(`accounts.${erasure}`)}
        </label>
      ))}
      <small class="soft">{t('accounts.eraseNote')}</small>
    </fieldset>
  );
}

interface NoticeProps {
  /** The text of the email; undefined if none is sent. */
  readonly text: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

function Notice({ text, onChange }: NoticeProps) {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={text !== undefined}
          onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
        />
        {t('accounts.notify')}
      </label>
      {text !== undefined && (
        <label class="field">
          <span>{t('accounts.notice')}</span>
          <textarea
            class="input"
            rows={3}
            maxLength={2000}
            value={text}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </label>
      )}
    </>
  );
}

export interface DeactivatePersonProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function DeactivatePerson({ person, onClose }: DeactivatePersonProps) {
  const { client } = useOrganization();
  const { user_id, full_name: name } = person;
  const bots = useOrganizationState((state) => botsOf(state, user_id).length);
  const [notice, setNotice] = useState<string>();
  const [chosen, setChosen] = useState<Erasures>({});
  const sending = useSubmission();
  async function deactivate() {
    await client.call('deactivate-user', {
      user_id,
      ...(Object.values(chosen).includes(true) && { actions: chosen }),
      ...(notice !== undefined && { deactivation_notification_comment: notice.trim() }),
    });
    showStatus(t('accounts.deactivatedNow', { name }));
    onClose();
  }
  return (
    <Dialog
      title={t('accounts.deactivateTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <SubmitButton
            type="button"
            kind="danger"
            sending={sending}
            onClick={() => void sending.send(deactivate)}
          >
            {t('accounts.deactivateButton')}
          </SubmitButton>
        </>
      }
    >
      <ul class="what-happens">
        <li>{t('accounts.loggedOut')}</li>
        {bots > 0 && <li>{t('accounts.botsToo', { count: bots })}</li>}
        <li>{t('accounts.invitationsToo')}</li>
        <li>{t('accounts.canComeBack')}</li>
      </ul>
      <Notice text={notice} onChange={setNotice} />
      <ErasureChoices erasures={chosen} onChange={setChosen} />
      <FormError error={sending.error} />
    </Dialog>
  );
}
