// The one composer of the page.

import { Composer } from '../composer/composer.ts';
import { sendAtOnce } from '../composer/send.ts';
import type { Organization } from '../link/organization.ts';

const composers = new WeakMap<Organization, Composer>();

export function composerOf(organization: Organization): Composer {
  const composer = composers.get(organization) ?? new Composer(organization, sendAtOnce(organization));
  composers.set(organization, composer);
  return composer;
}
