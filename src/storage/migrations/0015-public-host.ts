// An organization without a host of its own has addresses at the host of the server's public address.

import type { Migration } from './migration.ts';

export const publicHost: Migration = {
  version: 15,
  statements: () => [`alter table organization add column public_host {text} not null default ''`],
};
