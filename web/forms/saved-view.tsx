// Saving a view under a name, and the menu of a saved one.

import { useState } from 'preact/hooks';
import type { ParleyClient } from '../../client/parley-client.ts';
import type { MenuItem } from '../components/menu-item.ts';
import { showDialog } from '../components/overlays.tsx';
import { attempt } from '../data/attempt.ts';
import { clientError } from '../data/error-texts.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { FormDialog } from './form-dialog.tsx';

const MAX_NAME = 60;

interface ViewNameProps {
  /** The address of the view without `#`. */
  readonly fragment: string;
  readonly title: string;
  /** What the name is at first. */
  readonly name: string;
  /** What happens to the view. */
  readonly text?: string;
  /** Throws if it is refused. */
  readonly onSave: (name: string) => Promise<unknown>;
}

function ViewNameDialog(props: ViewNameProps & { readonly onClose: () => void }) {
  const { fragment, title, text, onSave, onClose } = props;
  const [name, setName] = useState(props.name);
  const views = useOrganizationState(({ navigation_views }) => navigation_views) ?? [];
  async function save() {
    const chosen = name.trim();
    if (views.some((view) => view.name === chosen && view.fragment !== fragment))
      throw clientError('VIEW_NAME_TAKEN');
    await onSave(chosen);
  }
  return (
    <FormDialog title={title} size="small" isReady={name.trim() !== ''} onSave={save} onClose={onClose}>
      <label class="field">
        <span>{t('views.name')}</span>
        <input
          class="input"
          maxLength={MAX_NAME}
          value={name}
          {...(text && { 'aria-describedby': 'view-name-text' })}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {text && (
        <p id="view-name-text" class="soft">
          {text}
        </p>
      )}
    </FormDialog>
  );
}

/** Asks for the name of a search, and saves it. @param fragment its address without `#` */
export function showSaveSearch(client: ParleyClient, fragment: string, name: string): void {
  showDialog((close) => (
    <ViewNameDialog
      fragment={fragment}
      title={t('searching.save')}
      text={t('searching.saveText')}
      name={[...name].slice(0, MAX_NAME).join('')}
      onSave={(chosen) => client.call('add-navigation-view', { fragment, is_pinned: true, name: chosen })}
      onClose={close}
    />
  ));
}

/** The menu of a view that the account has named. */
export function savedViewItems(
  client: ParleyClient,
  { fragment, name }: { readonly fragment: string; readonly name: string },
): MenuItem[] {
  return [
    {
      label: t('views.rename', { name }),
      icon: 'edit',
      needsServer: true,
      onChoose: () =>
        showDialog((close) => (
          <ViewNameDialog
            fragment={fragment}
            title={t('views.rename', { name })}
            name={name}
            onSave={(chosen) => client.call('edit-navigation-view', { fragment, name: chosen })}
            onClose={close}
          />
        )),
    },
    {
      label: t('views.remove', { name }),
      icon: 'delete',
      isDanger: true,
      needsServer: true,
      onChoose: () => void attempt(client.call('remove-navigation-view', { fragment })),
    },
  ];
}
