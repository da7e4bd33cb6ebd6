// The page's single composer.

import { loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import { Composer } from '../composer/composer.ts';
import type { Organization } from '../data/organization.ts';
import { sendBy } from '../data/outbox-of.ts';
import { t } from '../i18n/texts.ts';

const composers = new WeakMap<Organization, Composer>();

export function composerOf(organization: Organization): Composer {
  const existing = composers.get(organization);
  if (existing) return existing;
  const composer = new Composer(organization, sendBy(organization), async (text) => {
    const { runCommand } = await loadSecondary(() => import('../composer/run-command.ts'));
    return runCommand(organization, text);
  });
  composer.drafts.watch(() => showError(t('composer.draftsLost')));
  composer.followDrafts();
  composers.set(organization, composer);
  return composer;
}
