// GET /exports/{organization}/{secret}/export.tar.gz: an archive of an organization's data, for anyone who
// has the address. The address stops working as soon as the export is deleted.

import type { Services } from '../../api/services.ts';
import { isExportSecret, openExportArchive } from '../../model/exports/export-files.ts';
import { exportBySecret } from '../../stores/exports/export-store.ts';
import type { Routes } from '../http/http-routes.ts';
import { sendFile } from '../http/send-file.ts';
import { ID_PATTERN } from './public-files.ts';

/** Adds the routes of archives. */
export function addExportFiles(routes: Routes, { database, fileStore, keyring }: Services): void {
  routes.get<{ organization: string; secret: string }>(
    '/exports/:organization/:secret/export.tar.gz',
    async (request, reply) => {
      const { organization, secret } = request.params;
      const id = ID_PATTERN.test(organization) ? Number(organization) : 0;
      const row = isExportSecret(secret)
        ? await exportBySecret(database.reader(id), keyring, secret)
        : undefined;
      const file = row && (await openExportArchive(fileStore, id, secret));
      if (!row || !file) {
        return reply.code(404).type('text/html; charset=utf-8').send('<p>This export does not exist.</p>');
      }
      const day = new Date(row.asked_at * 1000).toISOString().slice(0, 10);
      return sendFile(request, reply, {
        file,
        contentType: 'application/gzip',
        name: `export-${day}.tar.gz`,
        tag: `export-${row.id}`,
        disposition: 'save',
        cacheControl: 'private, no-store',
      });
    },
  );
}
