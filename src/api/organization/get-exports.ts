// GET /export/realm: the exports of the organization's data, with links to the existing archives.

import { list } from '../../api-contract/codec.ts';
import { mayDownload } from '../../model/exports/export-access.ts';
import { exportSchema } from '../../model/exports/export-schema.ts';
import { wireExport } from '../../stores/exports/export.ts';
import { exportsOf } from '../../stores/exports/export-store.ts';
import { readOperation } from '../operation.ts';

export const getExports = readOperation({
  name: 'get-realm-exports',
  method: 'GET',
  path: '/export/realm',
  summary: 'List the data exports of the organization.',
  access: 'administrator',
  parameters: {},
  result: { exports: list(exportSchema) },
  async handle({ reader, services, actor }) {
    const all = (await exportsOf(reader)).map((row) => wireExport(services.keyring, row));
    return {
      exports: all.map((dataExport) =>
        mayDownload(actor.account, dataExport) ? dataExport : { ...dataExport, export_url: null },
      ),
    };
  },
});
