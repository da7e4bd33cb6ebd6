// `organization export`: writes an export to a file immediately, of the kind that administrators can request.

import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { audit } from '../../actions/audit/audit.ts';
import { openUncheckedFileStore } from '../../files/open-store.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { type ExportKind, exportKinds } from '../../model/exports/export-schema.ts';
import { writeExport } from '../../queries/exports/write.ts';
import { OrganizationState } from '../../queries/state/organization-state.ts';
import { withFileLease, withSnapshotRows } from '../backups/snapshot.ts';
import { runFinalStep, withWorkFolder } from '../backups/work-folder.ts';
import { environmentFileStore } from '../file-store-options.ts';
import { organizationCommand, textFlag } from '../organization-command.ts';
import { UsageError } from '../usage.ts';

export const exportOrganizationCommand = organizationCommand({
  name: 'organization export',
  parameters: ['FILE'],
  help: `Exports an organization's data to a compressed tar file of JSON, as POST /export/realm does, but at once and without limits.
  --type TYPE          public (default): only public data
                       full_with_consent: also the private data of people who allow it
                       full_without_consent: everything, which "organization import" can import on another server
With an S3 store, set the same PARLEY_S3_… variables as for the server.
`,
  flags: { type: { type: 'string' } },
  async run(context) {
    const [file = ''] = context.positionals;
    const kind = kindIn(textFlag(context, 'type') ?? 'public');
    if (existsSync(file)) throw new UsageError(`${file} already exists. Choose another file name.`);
    const { database, reader, dataDirectory } = context;
    const state = await OrganizationState.load(reader, await database.sequence(reader));
    const fileStore = await openUncheckedFileStore(dataDirectory, environmentFileStore(process.env));
    const { size } = await withWorkFolder(file, async (folder) => {
      const complete = join(folder, 'export');
      const source = { state, reader, fileStore, hasAuditLog: true, step: async () => undefined };
      const summary =
        kind === 'full_without_consent'
          ? await withFileLease(database, () =>
              withSnapshotRows(context.databaseLocation, folder, (rows) =>
                writeExport({ ...source, rows }, kind, complete),
              ),
            )
          : await writeExport(source, kind, complete);
      await context.write((writer) =>
        audit(writer, { kind: 'export_written', details: { export_type: kind } }),
      );
      await runFinalStep(async () => {
        await rename(complete, file);
        await syncFolder(dirname(resolve(file)));
      });
      return summary;
    });
    return {
      text: `Wrote ${file}: the ${kind} export of ${state.organization.name} (${size} bytes).\n`,
      json: { file: resolve(file), export_type: kind, bytes: size },
    };
  },
});

function kindIn(text: string): ExportKind {
  const found = exportKinds.find((kind) => kind === text);
  if (found) return found;
  throw new UsageError(`--type must be one of ${exportKinds.join(', ')}, not "${text}".`, 2);
}
