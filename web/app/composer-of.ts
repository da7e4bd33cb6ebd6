// The composers of the page: the main one, and one for each conversation beside the view.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import { Composer } from '../composer/composer.ts';
import type { Organization } from '../data/organization.ts';
import { sendBy } from '../data/outbox-of.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';

const composers = new WeakMap<Organization, Composer>();

/** A composer, which follows the drafts from then on. */
export function newComposer(organization: Organization): Composer {
  const composer = new Composer(organization, sendBy(organization), async (text) => {
    const { runCommand } = await loadSecondary(() => import('../composer/run-command.ts'));
    return runCommand(composer, text);
  });
  composer.drafts.watch(() => showError(t('composer.draftsLost')));
  composer.followDrafts();
  return composer;
}

/** The composer of the page. */
export function composerOf(organization: Organization): Composer {
  const composer = composers.get(organization) ?? newComposer(organization);
  composers.set(organization, composer);
  return composer;
}

/** The composer that the components within use; if there is none, they use that of the page. */
export const OwnComposer = createContext<Composer | undefined>(undefined);

/** Returns a function for the composer, since anonymous viewers have none. */
export function useComposerOf(): () => Composer {
  const organization = useOrganization();
  const ownComposer = useContext(OwnComposer);
  return () => ownComposer ?? composerOf(organization);
}
