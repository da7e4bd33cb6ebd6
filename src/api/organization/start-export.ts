// POST /export/realm: requests an archive of the organization's data. It is made in the background;
// `realm_export` events and a message from Notification Bot report when it is ready.

import { audit } from '../../actions/audit/audit.ts';
import { emitExports } from '../../actions/exports/export-events.ts';
import { id, oneOf } from '../../api-contract/codec.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { exportKinds } from '../../model/exports/export-schema.ts';
import { checkExportRate, checkKind, checkSize } from '../../stores/exports/export-rules.ts';
import { exportsOf, insertExport } from '../../stores/exports/export-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { usedBytes } from '../../stores/uploads/usage-store.ts';
import { writeOperation } from '../operation.ts';

export const startExport = writeOperation({
  name: 'export-realm',
  method: 'POST',
  path: '/export/realm',
  summary: 'Start a data export of the organization.',
  access: 'administrator',
  needsRecentProof: true,
  parameters: {
    export_type: withDefault(
      oneOf(...exportKinds),
      'public',
      'The data to export: `public` for public data, `full_with_consent` to also include private data of people who allow it, `full_without_consent` for everything.',
      { since: 304 },
    ),
  },
  result: { id },
  async handle({ write, actor, services, organizationUrl }, { export_type: kind }) {
    const exportId = await write(async (writer) => {
      checkKind(kind, await readOrganization(writer));
      checkExportRate(await exportsOf(writer), writer.now);
      checkSize(await usedBytes(writer));
      const exportId = await insertExport(writer, { accountId: actor.account.id, kind, organizationUrl });
      await audit(writer, { kind: 'export_started', details: { export_type: kind } });
      await emitExports(writer, services.keyring);
      return exportId;
    });
    return { id: exportId };
  },
});
