// The one composer of the page.

import { Composer } from '../composer/composer.ts';
import type { Organization } from '../link/organization.ts';
import { sendBy } from '../link/outbox-of.ts';

const composers = new WeakMap<Organization, Composer>();

export function composerOf(organization: Organization): Composer {
  const composer = composers.get(organization) ?? new Composer(organization, sendBy(organization));
  composers.set(organization, composer);
  return composer;
}
