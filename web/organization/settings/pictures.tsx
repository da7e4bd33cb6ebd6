// The organization's pictures: its icon, and its wide logo on light and on dark pages.

import { useId } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { NeedsServer } from '../../components/needs-server.tsx';
import { PictureField } from '../../forms/picture-field.tsx';
import { Said, useSaving } from '../../forms/saving.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/words.ts';

interface PictureProps {
  readonly kind: 'icon' | 'logo' | 'nightLogo';
  /** Undefined where none was uploaded. */
  readonly address: string | undefined;
  readonly onChoose: (file: File) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

function Picture({ kind, address, onChoose, onRemove }: PictureProps) {
  const id = useId();
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  const most = useOrganizationState((state) => state.max_icon_file_size_mib) ?? 0;
  const { outcome, save } = useSaving();
  const label = t(`picture.${kind}`);
  return (
    <fieldset class="organization-picture" aria-label={label} aria-describedby={`${id}-help`}>
      <div class={`shown-picture ${kind === 'icon' ? 'square' : kind}`}>
        {address === undefined ? <Icon name="image" /> : <img src={address} alt={label} />}
      </div>
      <div>
        <b>{label}</b>
        <small id={`${id}-help`}>{t(`pictureHelp.${kind}`, { count: most })}</small>
        {isAdministrator && (
          <div class="buttons">
            <NeedsServer>
              <PictureField onChoose={(file) => void save(() => onChoose(file))} />
            </NeedsServer>
            {address !== undefined && (
              <Button needsServer onClick={() => save(onRemove)}>
                {t('own.removePicture')}
              </Button>
            )}
          </div>
        )}
        <Said id={id} outcome={outcome} />
      </div>
    </fieldset>
  );
}

export function Pictures() {
  const { client } = useOrganization();
  const state = useOrganizationState((whole) => whole);
  const logo = (night: boolean) => ({
    onChoose: (file: File) => client.call('upload-organization-logo', { night }, { files: { file } }),
    onRemove: () => client.call('delete-organization-logo', { night }),
  });
  // Others are drawn by another host, or are the server's own.
  const uploaded = (source: string | undefined, address: string | undefined) =>
    source === 'U' ? address : undefined;
  return (
    <section aria-label={t('settingGroup.pictures')}>
      <h3>{t('settingGroup.pictures')}</h3>
      <Picture
        kind="icon"
        address={uploaded(state.realm_icon_source, state.realm_icon_url)}
        onChoose={(file) => client.call('upload-organization-icon', {}, { files: { file } })}
        onRemove={() => client.call('delete-organization-icon')}
      />
      <Picture
        kind="logo"
        address={uploaded(state.realm_logo_source, state.realm_logo_url)}
        {...logo(false)}
      />
      <Picture
        kind="nightLogo"
        address={uploaded(state.realm_night_logo_source, state.realm_night_logo_url)}
        {...logo(true)}
      />
    </section>
  );
}
