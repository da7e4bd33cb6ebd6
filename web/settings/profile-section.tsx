// The viewer's profile: name, picture and the organization's profile fields.

import { useState } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { Button } from '../components/button.tsx';
import { uploadedPicture } from '../components/initials.ts';
import { NeedsServer } from '../components/needs-server.tsx';
import { showStatus } from '../components/status-line.tsx';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { PictureField } from '../forms/picture-field.tsx';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { personIn } from '../store/directory.ts';
import { mayChangeOwn } from './own-permissions.ts';
import { ProfileFieldControl } from './profile-field-control.tsx';

function Name({ current }: { readonly current: string }) {
  const { client } = useOrganization();
  const [name, setName] = useState(current);
  const sending = useSubmission();
  const isReady = name.trim() !== '' && name.trim() !== current;
  return (
    <SubmitForm
      sending={sending}
      isReady={isReady}
      isUnsaved
      class="own-row"
      onSend={async () => {
        await client.call('update-settings', { full_name: name.trim() });
        showStatus(t('common.saved'));
      }}
      buttons={
        <SubmitButton sending={sending} isReady={isReady}>
          {t('common.save')}
        </SubmitButton>
      }
    >
      <label class="field">
        <span>{t('profile.name')}</span>
        <input
          class="input"
          maxLength={100}
          value={name}
          onInput={(event) => {
            setName(event.currentTarget.value);
            sending.clearOutcome();
          }}
        />
      </label>
    </SubmitForm>
  );
}

function saveField({ client }: Organization, id: number, value: string | readonly number[]): void {
  void attempt<unknown>(
    value.length === 0
      ? client.call('remove-profile-data', { data: [id] })
      : client.call('update-profile-data', { data: [{ id, value }] }),
  );
}

export function ProfileSection() {
  const organization = useOrganization();
  const { client, ownId } = organization;
  const person = useOrganizationState((state) => personIn(state, ownId));
  const fields = useOrganizationState(({ custom_profile_fields }) => custom_profile_fields) ?? [];
  const mayRename = useOrganizationState((state) => mayChangeOwn(state, 'name'));
  const mayChangePicture = useOrganizationState((state) => mayChangeOwn(state, 'avatar'));
  if (!person) return null;
  return (
    <div class="own">
      <div class="settings-card">
        <section aria-label={t('profile.name')}>
          {mayRename ? (
            <Name key={person.full_name} current={person.full_name} />
          ) : (
            <div class="own-row">
              <div>
                <h3>{t('profile.name')}</h3>
                <p class="soft">{t('profile.onlyAdministrators')}</p>
              </div>
              <p>{person.full_name}</p>
            </div>
          )}
        </section>
        <section class="own-row" aria-label={t('profile.picture')}>
          <div>
            <h3>{t('profile.picture')}</h3>
            {!mayChangePicture && <p class="soft">{t('profile.onlyAdministrators')}</p>}
          </div>
          <div class="own-picture">
            <Avatar id={ownId} name={person.full_name} url={person.avatar_url} size="large" />
            {mayChangePicture && (
              <>
                <NeedsServer>
                  <PictureField
                    onChoose={(file) => void attempt(client.call('upload-avatar', {}, { files: { file } }))}
                  />
                </NeedsServer>
                {uploadedPicture(person.avatar_url) && (
                  <Button needsServer onClick={() => attempt(client.call('delete-avatar'))}>
                    {t('profile.removePicture')}
                  </Button>
                )}
              </>
            )}
          </div>
        </section>
      </div>
      {fields.length > 0 && (
        <section aria-label={t('profile.fields')}>
          <h3>{t('profile.fields')}</h3>
          <div class="settings-card">
            {fields.map((field) => {
              const value = person.profile_data?.[field.id]?.value ?? '';
              return (
                <ProfileFieldControl
                  key={`${field.id} ${value}`}
                  field={field}
                  value={value}
                  onSave={(next) => saveField(organization, field.id, next)}
                />
              );
            })}
          </div>
        </section>
      )}
    </div>
  );
}
