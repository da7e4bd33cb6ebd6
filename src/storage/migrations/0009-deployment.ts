// One row about the deployment: a mark of the secret that its keys were made with, and whether its demo is complete.

import type { Migration } from './migration.ts';

export const deployment: Migration = {
  version: 9,
  statements: () => [
    `create table deployment (
      id smallint primary key,
      secret_mark {text} not null,
      shared_secret {text},
      demo_state {text}
    )`,
  ],
};
