// Answers that browsers post for a provider. They are stored until the browser that began the login takes them, and
// then long enough that no server accepts one twice.

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
