// The email domains whose addresses may join, if the organization restricts them. Only owners may change
// them.

import { useState } from 'preact/hooks';
import { IconButton } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { NeedsServer } from '../../components/needs-server.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import { SubmitForm, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { useUnsavedField } from '../settings/draft-form.tsx';

function AddDomain() {
  const { client } = useOrganization();
  const draft = useUnsavedField('domain', '', t('domains.add'));
  const [isBelow, setBelow] = useState(false);
  const sending = useSubmission();
  const isReady = draft.value.trim() !== '';
  async function add() {
    const domain = draft.value.trim();
    await client.call('add-domain', { domain, allow_subdomains: isBelow });
    draft.discard();
    showStatus(t('domains.added', { domain }));
  }
  return (
    <SubmitForm sending={sending} isReady={isReady} onSend={add} isUnsaved action={t('domains.addButton')}>
      <label class="field">
        <span>{t('domains.add')}</span>
        <input
          class="input"
          placeholder="example.com"
          spellcheck={false}
          autocapitalize="off"
          maxLength={255}
          value={draft.value}
          onInput={(event) => draft.change(event.currentTarget.value)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isBelow}
          onChange={(event) => setBelow(event.currentTarget.checked)}
        />
        {t('domains.andBelow')}
      </label>
    </SubmitForm>
  );
}

export function DomainsPage() {
  const { client } = useOrganization();
  const state = useTrackedState();
  const domains = state.realm_domains ?? [];
  const isOwner = state.is_owner === true;
  const isRestricted = state.realm_emails_restricted_to_domains === true;
  return (
    <section aria-label={t('sections.domains')}>
      <p>
        {t(isRestricted ? 'domains.restricted' : 'domains.unrestricted')}{' '}
        <a href="#organization/joining">{t('domains.where')}</a>
      </p>
      {!isOwner && (
        <p class="locked" role="note">
          <Icon name="lock" />
          {t('lock.owners')}
        </p>
      )}
      {domains.length === 0 && (
        <EmptyState icon="globe" title={t('domains.none')} text={t('domains.noneText')} />
      )}
      <ul class="organization-list">
        {domains.map(({ domain, allow_subdomains: isBelow }) => (
          <li key={domain}>
            <div>
              <b>{domain}</b>
              <NeedsServer>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={isBelow}
                    disabled={!isOwner}
                    aria-label={t('domains.belowOf', { domain })}
                    onChange={(event) =>
                      void attempt(
                        client.call('update-domain', {
                          domain,
                          allow_subdomains: event.currentTarget.checked,
                        }),
                      )
                    }
                  />
                  {t('domains.andBelow')}
                </label>
              </NeedsServer>
            </div>
            {isOwner && (
              <IconButton
                name={t('domains.remove', { domain })}
                icon="delete"
                onClick={() =>
                  confirmAction({
                    title: t('domains.removeTitle', { domain }),
                    text: t(
                      domains.length === 1 && isRestricted ? 'domains.removeLast' : 'domains.removeText',
                    ),
                    action: t('domains.removeButton'),
                    onYes: () => void attempt(client.call('remove-domain', { domain })),
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
      {isOwner && <AddDomain />}
    </section>
  );
}
