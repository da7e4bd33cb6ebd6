// `organization import`: imports an organization from another server, tries an import, or undoes one.

import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFileStore } from '../../files/open-store.ts';
import { Pictures } from '../../images/pictures.ts';
import { removeOwnArchives } from '../../imports/archive/work-folder.ts';
import { checkArchive, importOrganization } from '../../imports/import-organization.ts';
import { mailPasswordLinks } from '../../imports/mail-links.ts';
import type { ImportReport } from '../../imports/records/report.ts';
import { undoImport } from '../../imports/undo-import.ts';
import type { FetchFile } from '../../imports/write/fetch-file.ts';
import type { ImportTarget } from '../../imports/write/target.ts';
import { followRedirects } from '../../integrations/http/follow-redirects.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { openDeploymentKeyring } from '../../server/deployment-keyring.ts';
import {
  DATABASE_HELP,
  databaseFlags,
  databaseLocation,
  withDatabase,
  withExistingDatabase,
} from '../command-database.ts';
import { environmentFileStore } from '../file-store-options.ts';
import { argumentError, webAddressIn } from '../flag-values.ts';
import { printHelp } from '../print-help.ts';
import { endProgress, progressOnStandardError, withProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';
import { givenAddresses } from './address-options.ts';
import { reportText } from './import-report.ts';

/** The folder in the data directory in which archives are unpacked. */
const WORK_FOLDER = 'importing';

const HELP = `Usage: npm run parley -- organization import FILE [FLAGS]     Imports an archive
       npm run parley -- organization import --undo [FLAGS]    Undoes an import, finished or not
       npm run parley -- organization import --mail-links      Emails everyone a link to set a password

FILE is an archive (.tar.gz, .zip) or an unpacked folder: a full export of Parley (organization export --type
full_without_consent), or an export from a Zulip server, Slack, Mattermost, Discord (DiscordChatExporter, JSON),
Rocket.Chat (mongoexport) or Microsoft Teams (Graph API). To resume an interrupted import, run the same command again.

  --dry-run            checks the archive and prints what would be imported, without writing anything
  --host H             the organization's host (default: any host; required if there is another organization)
  --team NAME          the team or server to import from an archive of several (Mattermost, Discord, Microsoft Teams)
  --owner PERSON       the owner's ID or user name, if the archive does not name administrators (Discord)
  --name NAME          the organization's name, if the archive has none (Slack)
  --addresses FILE     CSV file with lines of id,address for people without an email address in the archive
  --missing-addresses DOMAIN
                       gives remaining active people an address like id@DOMAIN; they can only log in after you change
                       it to a real one, or receive email there
  --url URL            the server's address, for links (PARLEY_URL; default: http:// and the host; required for --mail-links)
  --even-if-used       with --undo: even if people have sent messages since
  --json               prints JSON for scripts
${DATABASE_HELP}
With an S3 store, set the same PARLEY_S3_… variables as for the server.
`;

function parseArguments(args: readonly string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = {
    ...databaseFlags,
    host: text,
    url: text,
    name: text,
    team: text,
    addresses: text,
    owner: text,
    'missing-addresses': text,
    'dry-run': flag,
    undo: flag,
    'mail-links': flag,
    'even-if-used': flag,
    json: flag,
    help: flag,
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw argumentError(error, 'organization import --help');
  }
}

/** Runs the command. @throws UsageError */
export async function importOrganizationCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments(args);
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const [file, ...more] = positionals;
  const other = values.undo || values['mail-links'];
  if (more.length > 0 || (file === undefined) !== (other === true))
    throw new UsageError(
      'organization import needs a FILE, --undo or --mail-links. See organization import --help.',
      2,
    );
  await withProgress(async () => {
    if (file === undefined)
      await withTarget(values, withExistingDatabase, (target) =>
        values.undo ? runUndo(target, values) : runMails(target, values),
      );
    else if (values['dry-run']) await runDryRun(file, values);
    else await withTarget(values, withDatabase, (target) => runImport(file, target, values));
  });
}

type Flags = ReturnType<typeof parseArguments>['values'];

async function withTarget(
  flags: Flags,
  open: typeof withDatabase,
  work: (target: ImportTarget) => Promise<void>,
): Promise<void> {
  const location = databaseLocation(flags);
  const host = hostIn(flags);
  const organizationUrl = assumedUrl(serverUrl(flags), host);
  // Even with a shared database a server stores its secret in the data directory.
  if (open === withDatabase) await mkdir(location.dataDirectory, { recursive: true, mode: 0o700 });
  await open(location, async (database) => {
    const { dataDirectory, url: databaseUrl } = location;
    const pictures = new Pictures();
    try {
      await work({
        database,
        keyring: await openDeploymentKeyring(database, { dataDirectory, databaseUrl }),
        fileStore: await openFileStore(dataDirectory, environmentFileStore(process.env)),
        pictures,
        fetchFile: fetchFromWeb,
        workFolder: join(dataDirectory, WORK_FOLDER),
        host,
        organizationUrl,
      });
    } finally {
      await pictures.close();
    }
  });
}

const REDIRECTS = 5;

/** Downloads a file of an archive, from public addresses only. */
const fetchFromWeb: FetchFile = async (address, bounds) => {
  const { status, headers, body } = await followRedirects(new HttpClient(), address, {
    accept: '*/*',
    redirects: REDIRECTS,
    ...bounds,
  });
  return { status, contentType: headers['content-type'] ?? '', bytes: body };
};

/** The host of the organization; empty for any host. */
function hostIn(flags: Flags): string {
  const host = (flags.host ?? '').toLowerCase();
  if (host !== '' && !/^[a-z0-9.-]+(:\d+)?$/.test(host))
    throw new UsageError(`--host must be a host name, not "${host}".`, 2);
  return host;
}

/** The server's address from the flag or the environment; undefined if it is not set. */
function serverUrl(flags: Flags): string | undefined {
  const url = flags.url || process.env.PARLEY_URL;
  return url ? webAddressIn('--url', url) : undefined;
}

async function runImport(file: string, target: ImportTarget, flags: Flags): Promise<void> {
  const clean = () => removeOwnArchives(target.workFolder);
  const options = await optionsOf(flags);
  printReport(await cleanIfStopped(clean, () => importOrganization(file, target, options)), flags);
}

async function optionsOf(flags: Flags) {
  const addresses = await givenAddresses(flags.addresses, flags['missing-addresses']);
  return {
    choices: { name: flags.name, team: flags.team, addresses, owner: flags.owner },
    progress: progressOnStandardError(),
  };
}

/** Unpacks where an import would, but does not create the data directory. */
async function runDryRun(file: string, flags: Flags): Promise<void> {
  hostIn(flags);
  const { dataDirectory } = databaseLocation(flags);
  const temporary = existsSync(dataDirectory) ? undefined : await mkdtemp(join(tmpdir(), 'parley-import-'));
  const workFolder = join(temporary ?? dataDirectory, WORK_FOLDER);
  const clean = () =>
    temporary ? rmSync(temporary, { recursive: true, force: true }) : removeOwnArchives(workFolder);
  try {
    const options = await optionsOf(flags);
    printReport(await cleanIfStopped(clean, () => checkArchive(file, workFolder, options)), flags);
  } finally {
    if (temporary) await rm(temporary, { recursive: true, force: true });
  }
}

/** Runs an import and cleans up if a signal interrupts it; it can be resumed later. */
async function cleanIfStopped<T>(clean: () => void, work: () => Promise<T>): Promise<T> {
  const stop = (status: number) => () => {
    endProgress();
    try {
      clean();
    } finally {
      process.exit(status);
    }
  };
  const [interrupt, terminate] = [stop(130), stop(143)];
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', terminate);
  try {
    return await work();
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', terminate);
  }
}

function printReport(report: ImportReport, flags: Flags): void {
  endProgress();
  process.stdout.write(flags.json ? `${JSON.stringify(report)}\n` : reportText(report));
}

async function runUndo(target: ImportTarget, flags: Flags): Promise<void> {
  const undone = await undoImport(target, {
    host: flags.host?.toLowerCase(),
    isForced: flags['even-if-used'] === true,
    progress: progressOnStandardError(),
  });
  endProgress();
  const text = `The import of ${undone.startedAt} was undone. Organization ${undone.organizationId} was deleted.\n`;
  process.stdout.write(flags.json ? `${JSON.stringify(undone)}\n` : text);
}

async function runMails({ database }: ImportTarget, flags: Flags): Promise<void> {
  const url = serverUrl(flags);
  if (url === undefined)
    throw new UsageError("--url is missing. Set it to the server's address, for the links.", 2);
  const mails = await mailPasswordLinks(database, flags.host?.toLowerCase(), url);
  process.stdout.write(
    flags.json ? `${JSON.stringify({ mails })}\n` : `Emails queued for the server to send: ${mails}.\n`,
  );
}
