// What others see of oneself: name, picture, and the fields that the organization has.

import { useState } from 'preact/hooks';
import { attempt } from '../link/attempt.ts';
import type { Organization } from '../link/organization.ts';
import { PictureField } from '../link/picture-field.tsx';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { personIn } from '../messages/directory.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { t } from '../words/words.ts';
import { ProfileFieldControl } from './profile-field-control.tsx';

function Name({ present }: { readonly present: string }) {
  const { client } = useOrganization();
  const [name, setName] = useState(present);
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(client.call('update-settings', { full_name: name.trim() }));
      }}
    >
      <label class="field">
        <span>{t('own.name')}</span>
        <input
          class="input"
          maxLength={100}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" kind="primary" disabled={name.trim() === '' || name.trim() === present}>
        {t('parts.save')}
      </Button>
    </form>
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
  if (!person) return null;
  return (
    <div class="own">
      <section aria-label={t('own.name')}>
        <Name key={person.full_name} present={person.full_name} />
      </section>
      <section aria-label={t('own.picture')}>
        <h3>{t('own.picture')}</h3>
        <div class="own-picture">
          <Avatar id={ownId} name={person.full_name} url={person.avatar_url} size="large" />
          <PictureField
            onChoose={(file) => void attempt(client.call('upload-avatar', {}, { files: { file } }))}
          />
          <Button onClick={() => void attempt(client.call('delete-avatar'))}>{t('own.removePicture')}</Button>
        </div>
      </section>
      {fields.length > 0 && (
        <section aria-label={t('own.fields')}>
          <h3>{t('own.fields')}</h3>
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
        </section>
      )}
    </div>
  );
}
