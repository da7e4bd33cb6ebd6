// Creates or edits a bot.

import { useState } from 'preact/hooks';
import type { Person } from '../../client/state/state.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { PersonField } from '../forms/person-field.tsx';
import { PictureField } from '../forms/picture-field.tsx';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { personName } from '../store/names.ts';
import { isAllowed } from '../store/permissions.ts';
import { type BotDraft, botChanges } from './bot-changes.ts';
import { newOutgoing, OutgoingFields, outgoingOf } from './outgoing-fields.tsx';

export interface BotDialogProps {
  /** Undefined for a new bot. */
  readonly bot?: Person;
  readonly onClose: () => void;
}

const kinds = { generic: 1, incoming: 2, outgoing: 3 } as const;
type Kind = keyof typeof kinds;

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly onInput: (value: string) => void;
}

function Text({ label, value, onInput, ...rest }: TextProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input class="input" value={value} onInput={(event) => onInput(event.currentTarget.value)} {...rest} />
    </label>
  );
}

export function BotDialog({ bot, onClose }: BotDialogProps) {
  const { client, state, ownId } = useOrganization();
  const [name, setName] = useState(bot?.full_name ?? '');
  const [shortName, setShortName] = useState('');
  const [kind, setKind] = useState<Kind>('generic');
  // The state when the dialog was opened; others may change it meanwhile.
  const [before] = useState<BotDraft>(() => ({
    name: bot?.full_name ?? '',
    owner: bot?.bot_owner_id ?? null,
    outgoing: outgoingOf(state, bot?.user_id),
  }));
  const [outgoing, setOutgoing] = useState(before.outgoing ?? newOutgoing);
  const hasOutgoingWebhook = bot ? before.outgoing !== undefined : kind === 'outgoing';
  const [owner, setOwner] = useState(before.owner ?? ownId);
  const [file, setFile] = useState<File>();
  const sending = useSubmission();
  const mayCreateAny = isAllowed(state, state.realm_can_create_bots_group, ownId);
  const offered: readonly Kind[] = mayCreateAny ? ['generic', 'incoming', 'outgoing'] : ['incoming'];
  const isComplete =
    name.trim() !== '' &&
    (bot !== undefined || shortName.trim() !== '') &&
    (!hasOutgoingWebhook || outgoing.url.trim() !== '');
  async function save() {
    const files = file && { files: { file } };
    if (bot) {
      const changes = botChanges(before, { name, owner, outgoing });
      await client.call('update-bot', { bot_id: bot.user_id, ...changes }, files);
    } else {
      const properties = {
        full_name: name.trim(),
        short_name: shortName.trim(),
        bot_type: kinds[mayCreateAny ? kind : 'incoming'],
        ...(hasOutgoingWebhook && { payload_url: outgoing.url.trim(), interface_type: outgoing.format }),
      };
      await client.call('create-bot', properties, files);
    }
    onClose();
  }
  return (
    <Dialog
      title={bot ? t('botSettings.edit', { name: bot.full_name }) : t('botSettings.add')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <SubmitButton sending={sending} form="bot" isReady={isComplete}>
            {bot ? t('common.save') : t('botSettings.create')}
          </SubmitButton>
        </>
      }
    >
      <SubmitForm id="bot" sending={sending} isReady={isComplete} onSend={save}>
        <Text label={t('botSettings.name')} value={name} maxLength={100} onInput={setName} />
        {!bot && (
          <>
            <Text label={t('botSettings.username')} value={shortName} maxLength={60} onInput={setShortName} />
            <label class="field">
              <span>{t('botSettings.type')}</span>
              <select
                class="input"
                value={kind}
                onChange={(event) => setKind(event.currentTarget.value as Kind)}
              >
                {offered.map((type) => (
                  <option key={type} value={type}>
                    {t(`botSettings.${type}`)}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
        {hasOutgoingWebhook && <OutgoingFields value={outgoing} onChange={setOutgoing} />}
        {bot && (
          <fieldset class="choice">
            <legend>
              {t('botSettings.owner')}: {personName(state, owner)}
            </legend>
            <PersonField
              id="bot-owner"
              label={t('botSettings.transferTo')}
              without={new Set([owner])}
              isSingle
              onChoose={setOwner}
            />
          </fieldset>
        )}
        <div class="own-picture">
          <PictureField onChoose={setFile} />
          {file && <span class="soft">{file.name}</span>}
        </div>
      </SubmitForm>
    </Dialog>
  );
}
