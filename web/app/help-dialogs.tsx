// Help dialogs: message formatting, search operators, and about the server.

import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { FormattingHelp } from './formatting-help.tsx';
import { OperatorsHelp } from './operators-help.tsx';

function About({ onClose }: { readonly onClose: () => void }) {
  const organization = useOrganizationState((state) => state.realm_name ?? '');
  const version = useOrganizationState((state) => state.zulip_version ?? '');
  const level = useOrganizationState((state) => state.zulip_feature_level ?? 0);
  return (
    <Dialog title={t('help.about')} onClose={onClose} size="small">
      <dl class="help-facts">
        <dt>{t('frame.organization')}</dt>
        <dd>{organization}</dd>
        <dt>{t('help.version')}</dt>
        <dd>{version}</dd>
        <dt>{t('help.level')}</dt>
        <dd>{String(level)}</dd>
      </dl>
    </Dialog>
  );
}

export function showFormatting(): void {
  showDialog((close) => <FormattingHelp onClose={close} />);
}

export function showOperators(): void {
  showDialog((close) => <OperatorsHelp onClose={close} />);
}

export function showAbout(): void {
  showDialog((close) => <About onClose={close} />);
}
