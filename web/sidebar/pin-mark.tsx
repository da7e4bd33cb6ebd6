// The mark of a topic in the sidebar that is pinned for everyone. Loaded with the first such topic.

import { Icon } from '../components/icon.tsx';
import { t } from '../i18n/texts.ts';

export function PinMark() {
  return (
    <span class="pin-mark" data-tip={t('pins.forEveryone')}>
      <Icon name="pin" />
      <span class="only-spoken">{t('pins.forEveryone')}</span>
    </span>
  );
}
