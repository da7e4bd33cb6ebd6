// The audit log for owners, newest first, filtered by account and kind, in pages.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NeedsServer } from '../../components/needs-server.tsx';
import { attempt } from '../../data/attempt.ts';
import { PersonField } from '../../forms/person-field.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { useViewer } from '../../hooks/use-viewer.ts';
import { dayAndTime, fullTime } from '../../i18n/dates.ts';
import { t } from '../../i18n/texts.ts';
import { personName } from '../../store/names.ts';
import { type AuditKind, actParts, auditKinds, type Entry, kindText } from './acts.ts';
import { type AuditQuery, EntryPages, type Filter, initialEntries } from './entry-pages.ts';
import { actorText, detailTexts, targetText } from './entry-texts.ts';

function Line({ entry }: { readonly entry: Entry }) {
  const state = useTrackedState();
  const viewer = useViewer();
  const actor = (
    <bdi>
      <b>{actorText(state, entry)}</b>
    </bdi>
  );
  const details = detailTexts(state, entry);
  const time = fullTime(entry.timestamp, viewer);
  const isThisYear = new Date(entry.timestamp * 1000).getFullYear() === new Date().getFullYear();
  return (
    <li>
      <div>
        <p>{actParts(entry.kind, actor, targetText(state, entry))}</p>
        <small>
          <time title={time}>{isThisYear ? dayAndTime(entry.timestamp, viewer) : time}</time>
          {details.map((text) => (
            <>
              {' · '}
              <bdi>{text}</bdi>
            </>
          ))}
        </small>
      </div>
    </li>
  );
}

interface ChosenPersonProps {
  readonly name: 'acting_user_id' | 'affected_user_id';
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

function ChosenPerson({ name, filter, onChange }: ChosenPersonProps) {
  const { state } = useOrganization();
  const label = t(name === 'acting_user_id' ? 'audit.doneBy' : 'audit.doneTo');
  const { [name]: chosen, ...others } = filter;
  if (chosen === undefined) {
    return (
      <div class="field">
        <span aria-hidden="true">{label}</span>
        <PersonField
          id={`audit-${name}`}
          label={label}
          placeholder={t('audit.anyone')}
          without={new Set()}
          isSingle
          onChoose={(id) => onChange({ ...filter, [name]: id })}
        />
      </div>
    );
  }
  const person = `${label}: ${personName(state, chosen)}`;
  return (
    <p class="chip">
      <span dir="auto">{person}</span>
      <IconButton
        name={t('lists.leaveOut', { name: person })}
        icon="close"
        onClick={() => onChange(others)}
      />
    </p>
  );
}

/** The entries that match a filter, as far as they were loaded. */
function useEntries(filter: Filter) {
  const { client } = useOrganization();
  const [entries, setEntries] = useState(initialEntries);
  const pages = useMemo(() => {
    const loadPage = async (query: AuditQuery) =>
      (await attempt(client.call('get-audit-log', query)))?.entries;
    return new EntryPages(loadPage, setEntries);
  }, [client]);
  useEffect(() => {
    void pages.begin(filter);
    return () => pages.end();
  }, [pages, filter]);
  return { ...entries, pages };
}

export function AuditSection() {
  const [filter, setFilter] = useState<Filter>({});
  const { entries, hasOlder, isBusy, pages } = useEntries(filter);
  const { kind, ...people } = filter;
  return (
    <section aria-label={t('sections.audit')} aria-busy={isBusy}>
      <p>{t('audit.help')}</p>
      <div class="filters">
        <NeedsServer>
          <ChosenPerson name="acting_user_id" filter={filter} onChange={setFilter} />
          <ChosenPerson name="affected_user_id" filter={filter} onChange={setFilter} />
          <label class="field">
            <span>{t('audit.kind')}</span>
            <select
              class="input"
              value={kind ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setFilter(value === '' ? people : { ...people, kind: value as AuditKind })
              }
            >
              <option value="">{t('audit.all')}</option>
              {auditKinds().map((kind) => (
                <option key={kind} value={kind}>
                  {kindText(kind)}
                </option>
              ))}
            </select>
          </label>
        </NeedsServer>
      </div>
      {entries?.length === 0 && <EmptyState icon="search" title={t('audit.none')} />}
      <ul class="organization-list">
        {entries?.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasOlder && (
        <div class="buttons">
          <Button needsServer onClick={() => pages.older()}>
            {t('audit.older')}
          </Button>
        </div>
      )}
      {!entries && !isBusy && (
        <div class="buttons">
          <Button needsServer onClick={() => pages.begin(filter)}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </section>
  );
}
