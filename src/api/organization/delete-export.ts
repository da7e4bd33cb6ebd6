// DELETE /export/realm/{export_id}: removes the archive of an export. The export remains in the list.

import { audit } from '../../actions/audit/audit.ts';
import { emitExports } from '../../actions/exports/export-events.ts';
import { queueFileRemoval } from '../../actions/files/unreferenced-files.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { exportFolder } from '../../model/exports/export-files.ts';
import { deletableExport } from '../../stores/exports/export-rules.ts';
import { exportById, updateExport } from '../../stores/exports/export-store.ts';
import { writeOperation } from '../operation.ts';

export const deleteExport = writeOperation({
  name: 'delete-realm-export',
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  summary: 'Delete the archive of a data export.',
  access: 'administrator',
  parameters: { export_id: required(id, 'The ID of the export.') },
  result: {},
  async handle({ write, services }, { export_id }) {
    await write(async (writer) => {
      const row = deletableExport(services.keyring, await exportById(writer, export_id));
      await updateExport(writer, row.id, { deleted_at: writer.now });
      await queueFileRemoval(writer, [exportFolder(writer.organizationId, row.secret)]);
      await audit(writer, { kind: 'export_deleted' });
      await emitExports(writer, services.keyring);
    });
    return {};
  },
});
