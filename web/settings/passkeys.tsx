// The viewer's passkeys: a list, renaming, and adding one.

import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Button } from '../components/button.tsx';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { createPasskey, passkeyErrorText, supportsPasskeys } from './passkey-requests.ts';

type State = AnswerOf<'get-own-second-factor'>;
type Passkey = State['passkeys'][number];

/** Whether one of the account's passkeys can be used on this host and in this browser. */
export function canUsePasskeys({ passkeys, passkey_host }: State): boolean {
  return supportsPasskeys() && passkeys.some(({ host }) => host === passkey_host);
}

interface NameFormProps {
  readonly name: string;
  readonly action: string;
  readonly onName: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** A field for the name of a passkey. */
function NameForm({ name, action, onName, onCancel }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const sending = useSubmission(passkeyErrorText);
  const isReady = typed.trim() !== '';
  return (
    <SubmitForm
      sending={sending}
      isReady={isReady}
      onSend={() => onName(typed)}
      buttons={
        <div class="key-line">
          <SubmitButton sending={sending} isReady={isReady}>
            {action}
          </SubmitButton>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
        </div>
      }
    >
      <label class="field">
        <span>{t('factor.passkeyName')}</span>
        <input
          class="input"
          dir="auto"
          maxLength={60}
          ref={(input) => {
            if (input && document.activeElement === document.body) input.focus();
          }}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
    </SubmitForm>
  );
}

export interface NewPasskeyProps {
  readonly creation: AnswerOf<'begin-passkey'>;
  /** Called with the recovery codes created with it; empty if there were some already. */
  readonly onAdded: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Names a passkey and creates it. */
export function NewPasskey({ creation, onAdded, onCancel }: NewPasskeyProps) {
  const { client } = useOrganization();
  return (
    <>
      <p>{t('factor.passkeyNameText')}</p>
      <NameForm
        name=""
        action={t('factor.makePasskey')}
        onName={async (name) => {
          const passkey = await createPasskey(creation);
          onAdded((await client.call('add-passkey', { name, passkey })).recovery_codes);
        }}
        onCancel={onCancel}
      />
    </>
  );
}

interface LineProps {
  readonly passkey: Passkey;
  readonly isHere: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyLine({ passkey, isHere, onRename, onRemove }: LineProps) {
  const { name, host, last_used_at: usedAt } = passkey;
  const viewer = useViewer();
  const now = useNow();
  const usedText =
    usedAt === null
      ? t('factor.passkeyNew')
      : t('factor.passkeyUsed', { date: shortTime(usedAt, now, viewer) });
  return (
    <>
      <span>
        <bdi>{name}</bdi>
        <span class="soft">
          {' '}
          · {usedText}
          {!isHere && ` · ${t('factor.passkeyElsewhere', { host })}`}
        </span>
      </span>
      <span class="key-line">
        <Button aria-label={t('factor.renameNamed', { name })} onClick={onRename}>
          {t('factor.rename')}
        </Button>
        <Button aria-label={t('factor.removeNamed', { name })} onClick={onRemove}>
          {t('factor.remove')}
        </Button>
      </span>
    </>
  );
}

interface PasskeysProps {
  readonly state: State;
  readonly onChanged: () => Promise<void>;
  readonly onRemove: (id: number) => void;
  readonly onAdd: () => void;
}

/** The list, with a button to add a passkey. */
export function Passkeys({ state, onChanged, onRemove, onAdd }: PasskeysProps) {
  const { client } = useOrganization();
  const [renamed, setRenamed] = useState<number>();
  async function rename(id: number, name: string) {
    await client.call('update-passkey', { passkey_id: id, name });
    setRenamed(undefined);
    await onChanged();
  }
  const obstacle =
    state.passkey_host === null
      ? t('factor.noPasskeysHere')
      : supportsPasskeys()
        ? undefined
        : t('factor.noPasskeysInBrowser');
  return (
    <>
      {state.passkeys.length > 0 && (
        <ul class="session-list" aria-label={t('factor.passkeys')}>
          {state.passkeys.map((passkey) => (
            <li key={passkey.passkey_id}>
              {renamed === passkey.passkey_id ? (
                <NameForm
                  name={passkey.name}
                  action={t('common.save')}
                  onName={(name) => rename(passkey.passkey_id, name)}
                  onCancel={() => setRenamed(undefined)}
                />
              ) : (
                <PasskeyLine
                  passkey={passkey}
                  isHere={passkey.host === state.passkey_host}
                  onRename={() => setRenamed(passkey.passkey_id)}
                  onRemove={() => onRemove(passkey.passkey_id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {obstacle === undefined ? <Button onClick={onAdd}>{t('factor.addPasskey')}</Button> : <p>{obstacle}</p>}
    </>
  );
}
