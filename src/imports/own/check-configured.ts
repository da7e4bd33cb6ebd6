// Checks the configuration of an organization: an archive may only contain configuration that could be created
// here. Otherwise a pattern could keep the server busy, or an address could run code in a browser.

import { quotas } from '../../api-contract/limits/quotas.ts';
import { compileLinkifier } from '../../markdown/linkifiers.ts';
import { checkPlayground } from '../../model/playgrounds/playground-rules.ts';
import { checkedFieldData } from '../../model/profile-fields/field-data.ts';
import { fieldTypeOf } from '../../model/profile-fields/profile-field.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Staged } from './staging.ts';

type Row = Readonly<Record<string, unknown>>;

/** @throws InvalidArchiveError for linkifiers, playgrounds and profile fields that could not be created here */
export async function checkConfigured({ rows }: Staged): Promise<void> {
  const [count] = await rows.execute('select count(*) as rows from linkifier', []);
  if (Number(count?.rows) > quotas.linkifiers.per_organization.ceiling)
    throw new InvalidArchiveError(
      'table linkifier',
      `it has more than ${quotas.linkifiers.per_organization.ceiling} rows.`,
    );
  const each = async (table: string, check: (row: Row) => unknown) => {
    for (const row of await rows.execute(`select * from ${table}`, [])) refuseUnless(table, row, check);
  };
  await each('linkifier', checkLinkifier);
  await each('playground', ({ name, language, url_template: urlTemplate }) =>
    checkPlayground({ name: String(name), language: String(language), urlTemplate: String(urlTemplate) }),
  );
  await each('profile_field', ({ field_type: type, field_data: data }) =>
    checkedFieldData(fieldTypeOf(Number(type)), JSON.parse(String(data) || '{}')),
  );
}

function checkLinkifier({
  pattern,
  url_template: urlTemplate,
  alternative_url_templates: others,
}: Row): void {
  compileLinkifier({ id: 0, pattern: String(pattern), urlTemplate: String(urlTemplate) });
  const list: unknown = JSON.parse(String(others));
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    throw new TypeError('not a list of URLs');
}

function refuseUnless(table: string, row: Row, check: (row: Row) => unknown): void {
  try {
    check(row);
  } catch {
    throw new InvalidArchiveError(
      `table ${table}, row with id ${row.id}`,
      `it is not a valid ${table.replaceAll('_', ' ')}.`,
    );
  }
}
