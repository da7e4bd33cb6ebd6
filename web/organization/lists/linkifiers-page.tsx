// Linkifiers, which turn matches in messages into links, in the order in which they are tried.

import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { ListHead } from '../../components/list-head.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { attempt } from '../../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { LockNote } from '../settings/setting-groups.tsx';
import { type Linkifier, LinkifierDialog, TrialLine } from './linkifier-dialog.tsx';
import { OrderedTools } from './ordered-tools.tsx';

function Line({ linkifier, ids }: { readonly linkifier: Linkifier; readonly ids: readonly number[] }) {
  const { client } = useOrganization();
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  const { id, pattern } = linkifier;
  return (
    <li>
      <div>
        <code dir="ltr">{pattern}</code>
        <small>
          {t('linkifiers.to')} <code dir="ltr">{linkifier.url_template}</code>
        </small>
        {linkifier.example_input !== null && <TrialLine {...linkifier} example={linkifier.example_input} />}
      </div>
      {isAdministrator && (
        <OrderedTools
          names={{
            up: t('linkifiers.up', { pattern }),
            down: t('linkifiers.down', { pattern }),
            edit: t('linkifiers.edit', { pattern }),
            delete: t('linkifiers.delete', { pattern }),
          }}
          id={id}
          ids={ids}
          onOrder={(order) =>
            void attempt(client.call('reorder-linkifiers', { ordered_linkifier_ids: [...order] }))
          }
          onEdit={() => showDialog((close) => <LinkifierDialog oldLinkifier={linkifier} onClose={close} />)}
          onDelete={() =>
            confirmAction({
              title: t('linkifiers.deleteTitle', { pattern }),
              text: t('linkifiers.deleteText'),
              action: t('linkifiers.deleteButton'),
              onYes: () => void attempt(client.call('remove-linkifier', { filter_id: id })),
            })
          }
        />
      )}
    </li>
  );
}

export function LinkifiersPage() {
  const all = useOrganizationState((state) => state.realm_linkifiers) ?? [];
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  return (
    <section aria-label={t('sections.linkifiers')}>
      <LockNote />
      <ListHead
        isEmpty={all.length === 0}
        icon="link"
        title={t('linkifiers.none')}
        text={t('linkifiers.help')}
      >
        {isAdministrator && (
          <Button icon="add" onClick={() => showDialog((close) => <LinkifierDialog onClose={close} />)}>
            {t('linkifiers.add')}
          </Button>
        )}
      </ListHead>
      <ol class="organization-list">
        {all.map((linkifier) => (
          <Line key={linkifier.id} linkifier={linkifier} ids={all.map(({ id }) => id)} />
        ))}
      </ol>
    </section>
  );
}
