// Answers that browsers post in the name of a provider, kept until the browser that asked takes them, and so long afterwards
// that none counts twice, whichever server it reaches.

import type { Migration } from './migration.ts';

export const signInAnswers: Migration = {
  version: 30,
  statements: () => [
    `create table sign_in_answer (
      organization_id bigint not null,
      question_hash {text} not null,
      provider_id {text} not null,
      identity_sealed {text} not null,
      expires_at bigint not null,
      primary key (organization_id, question_hash)
    )`,
    'create index sign_in_answer_expiry on sign_in_answer (organization_id, expires_at)',
  ],
};
