// Exports of the organization's data: a list with their outcomes, and a form to start one.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Button, IconButton } from '../components/button.tsx';
import { confirmAction } from '../components/confirm.tsx';
import { ListHead } from '../components/list-head.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization, useOrganizationEvent, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { fullTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { personName } from '../store/names.ts';

type Export = AnswerOf<'get-realm-exports'>['exports'][number];

const kinds = {
  public: 'organization.public',
  full_with_consent: 'organization.withConsent',
  full_without_consent: 'organization.everything',
} as const;

const starts = {
  public: 'organization.startPublic',
  full_with_consent: 'organization.startWithConsent',
  full_without_consent: 'organization.startEverything',
} as const;

/** The outcome as a text; undefined if there is an archive. */
function outcomeOf(entry: Export): string | undefined {
  if (entry.pending) return t('organization.pending');
  if (entry.failed_timestamp !== null) return t('organization.failed');
  return entry.deleted_timestamp === null ? undefined : t('organization.deleted');
}

/**
 * The archive's address on the page's own host, where the session's cookie is valid, whatever name the server
 * uses.
 */
function localAddress(address: string): string {
  const { pathname, search } = new URL(address, location.href);
  return `${pathname}${search}`;
}

function Line({ entry }: { readonly entry: Export }) {
  const { client, state } = useOrganization();
  const viewer = useViewer();
  const outcome = outcomeOf(entry);
  const remove = () =>
    confirmAction({
      title: t('organization.deleteArchiveTitle'),
      text: t('organization.deleteArchiveText'),
      action: t('messages.delete'),
      onYes: () => void attempt(client.call('delete-realm-export', { export_id: entry.id })),
    });
  return (
    <li>
      <div>
        <h3>
          {fullTime(entry.export_time, viewer)}{' '}
          <small>{t('organization.askedBy', { who: personName(state, entry.acting_user_id) })}</small>
        </h3>
        <p>{[t(kinds[entry.export_type]), outcome].filter(Boolean).join(' · ')}</p>
      </div>
      {entry.export_url !== null && (
        <>
          <a class="button plain" href={localAddress(entry.export_url)} download>
            {t('organization.download')}
          </a>
          <IconButton name={t('organization.deleteArchive')} icon="delete" onClick={remove} />
        </>
      )}
    </li>
  );
}

/** Who allows administrators to export their private data; undefined until loaded. */
function useConsents(): readonly boolean[] | undefined {
  const { client } = useOrganization();
  const [consents, setConsents] = useState<ReadonlyMap<number, boolean>>();
  useEffect(() => {
    void attempt(client.call('get-realm-export-consents')).then(
      (answer) =>
        answer &&
        setConsents(new Map(answer.export_consents.map((consent) => [consent.user_id, consent.consented]))),
    );
  }, [client]);
  useOrganizationEvent('realm_export_consent', ({ user_id: id, consented }) =>
    setConsents((before) => before && new Map([...before, [id, consented]])),
  );
  return consents && [...consents.values()];
}

export function Exports() {
  const { client } = useOrganization();
  const consents = useConsents();
  const isEverythingOffered = useOrganizationState((state) => state.realm_owner_full_content_access === true);
  const [all, setAll] = useState<readonly Export[]>();
  useEffect(() => {
    void attempt(client.call('get-realm-exports')).then((answer) => answer && setAll(answer.exports));
  }, [client]);
  useOrganizationEvent('realm_export', ({ exports }) => setAll(exports));
  const isBusy = all?.some(({ pending }) => pending) ?? true;
  return (
    <section class="exports" aria-label={t('sections.exports')} aria-busy={all === undefined}>
      {consents && (
        <p class="soft">
          {t('organization.consents', {
            count: consents.filter(Boolean).length,
            all: consents.length,
          })}
        </p>
      )}
      <ListHead
        isEmpty={all?.length === 0}
        icon="download"
        title={t('organization.noExports')}
        text={t('organization.exportsHelp')}
      >
        <div class="buttons">
          {(Object.keys(kinds) as (keyof typeof kinds)[]).map(
            (kind) =>
              (kind !== 'full_without_consent' || isEverythingOffered) && (
                <Button
                  needsServer
                  key={kind}
                  icon="add"
                  disabled={isBusy}
                  onClick={() => attempt(client.call('export-realm', { export_type: kind }))}
                >
                  {t(starts[kind])}
                </Button>
              ),
          )}
        </div>
      </ListHead>
      {all && all.length > 0 && (
        <ul class="drafts">
          {all
            .toSorted((a, b) => b.id - a.id)
            .map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
        </ul>
      )}
    </section>
  );
}
