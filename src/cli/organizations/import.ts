// `organization import`: imports an organization from another server, tries an import, or undoes one.

import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFileStore } from '../../files/open-store.ts';
import { Pictures } from '../../images/pictures.ts';
import { ArchiveRefused } from '../../imports/archive/refusal.ts';
import { removeOwnArchives } from '../../imports/archive/work-folder.ts';
import { importOrganization, tryArchive } from '../../imports/import-organization.ts';
import { mailPasswordLinks } from '../../imports/mail-links.ts';
import type { ImportReport } from '../../imports/records/report.ts';
import { undoImport } from '../../imports/undo-import.ts';
import type { FetchFile } from '../../imports/write/fetch-file.ts';
import type { ImportTarget } from '../../imports/write/target.ts';
import { follow } from '../../integrations/http/follow-redirects.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { openDeploymentKeyring } from '../../server/deployment-keyring.ts';
import { withRefusals } from '../backups/refusals.ts';
import { PLACE_HELP, placeFlags, placeOf, withDatabase, withPresentDatabase } from '../command-database.ts';
import { environmentFileStore } from '../file-store-options.ts';
import { unreadable, webAddressIn } from '../flag-values.ts';
import { printHelp } from '../print-help.ts';
import { endProgress, shownProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';
import { givenAddresses } from './given-addresses.ts';
import { reportText } from './import-report.ts';

/** The folder in the data directory in which archives are unpacked. */
const WORK_FOLDER = 'importing';

const HELP = `Usage: npm run parley -- organization import FILE [FLAGS]     imports an archive
       npm run parley -- organization import --undo [FLAGS]    takes an import back, finished or not
       npm run parley -- organization import --mail-links      mails everybody a link to set a password

FILE is an archive (.tar.gz, .zip), or a folder that one was unpacked into: a whole export of Parley (organization
export --type full_without_consent), or an export of a Zulip server, of Slack, Mattermost, Discord (by
DiscordChatExporter, as JSON), Rocket.Chat (by mongoexport) or Microsoft Teams (of its Graph API). An import that was
interrupted goes on when the same command is given again.

  --dry-run            reads and checks everything, writes nothing, and tells what would come
  --host H             the host that picks the organization (default: any; needed where there is another organization)
  --team NAME          which team or server comes of an archive of several (Mattermost, Discord, Microsoft Teams)
  --owner PERSON       who becomes the owner, by id or user name, where the archive does not tell who administers (Discord)
  --name NAME          what the organization is to be called, where the archive does not tell it (Slack)
  --addresses FILE     email addresses of people for whom the archive has none: lines of id,address (CSV)
  --missing-addresses DOMAIN
                       gives everybody active who still has none an address of the form id@DOMAIN; they cannot log in
                       before you give them a real one, or receive mail there
  --url URL            the server's address, for links (PARLEY_URL; default: http:// and the host, but not for mails)
  --even-if-used       with --undo: also where messages were written since
  --json               prints JSON, for scripts
${PLACE_HELP}
Files are kept where the server keeps them: with an S3 store, give its PARLEY_S3_… variables.
`;

function parsed(args: readonly string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = {
    ...placeFlags,
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
    throw unreadable(error, 'organization import --help');
  }
}

/** Runs the command. @throws UsageError */
export async function importOrganizationCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parsed(args);
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const [file, ...more] = positionals;
  const other = values.undo || values['mail-links'];
  if (more.length > 0 || (file === undefined) !== (other === true))
    throw new UsageError(
      'organization import takes one FILE, or --undo, or --mail-links; see organization import --help.',
      2,
    );
  await withRefusals(async () => {
    try {
      if (file === undefined)
        await withTarget(values, withPresentDatabase, (target) =>
          values.undo ? runUndo(target, values) : runMails(target, values),
        );
      else if (values['dry-run']) await runDryRun(file, values);
      else await withTarget(values, withDatabase, (target) => runImport(file, target, values));
    } catch (error) {
      throw error instanceof ArchiveRefused ? new UsageError(error.message) : error;
    }
  });
}

type Flags = ReturnType<typeof parsed>['values'];

async function withTarget(
  flags: Flags,
  open: typeof withDatabase,
  work: (target: ImportTarget) => Promise<void>,
): Promise<void> {
  const location = placeOf(flags);
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
  const { status, headers, body } = await follow(new HttpClient(), address, {
    accept: '*/*',
    redirects: REDIRECTS,
    ...bounds,
  });
  return { status, contentType: headers['content-type'] ?? '', bytes: body };
};

/** Empty: any host. */
function hostIn(flags: Flags): string {
  const host = (flags.host ?? '').toLowerCase();
  if (host !== '' && !/^[a-z0-9.-]+(:\d+)?$/.test(host))
    throw new UsageError(`"${host}" is not a host name.`, 2);
  return host;
}

/** Undefined if it is not given. */
function serverUrl(flags: Flags): string | undefined {
  const url = flags.url || process.env.PARLEY_URL;
  return url ? webAddressIn('--url', url) : undefined;
}

async function runImport(file: string, target: ImportTarget, flags: Flags): Promise<void> {
  cleanWhenStopped(() => removeOwnArchives(target.workFolder));
  printReport(await importOrganization(file, target, await optionsOf(flags)), flags);
}

async function optionsOf(flags: Flags) {
  const addresses = await givenAddresses(flags.addresses, flags['missing-addresses']);
  return {
    choices: { name: flags.name, team: flags.team, addresses, owner: flags.owner },
    progress: shownProgress(),
  };
}

/** Unpacks where an import would, but does not create the data directory. */
async function runDryRun(file: string, flags: Flags): Promise<void> {
  hostIn(flags);
  const { dataDirectory } = placeOf(flags);
  const temporary = existsSync(dataDirectory) ? undefined : await mkdtemp(join(tmpdir(), 'parley-import-'));
  const workFolder = join(temporary ?? dataDirectory, WORK_FOLDER);
  cleanWhenStopped(() =>
    temporary ? rmSync(temporary, { recursive: true, force: true }) : removeOwnArchives(workFolder),
  );
  try {
    printReport(await tryArchive(file, workFolder, await optionsOf(flags)), flags);
  } finally {
    if (temporary) await rm(temporary, { recursive: true, force: true });
  }
}

/** Removes unpacked archives when a signal interrupts an import, which can be resumed later. */
function cleanWhenStopped(clean: () => void): void {
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => {
      endProgress();
      try {
        clean();
      } finally {
        process.exit(status);
      }
    });
}

function printReport(report: ImportReport, flags: Flags): void {
  endProgress();
  process.stdout.write(flags.json ? `${JSON.stringify(report)}\n` : reportText(report));
}

async function runUndo(target: ImportTarget, flags: Flags): Promise<void> {
  const undone = await undoImport(target, {
    host: flags.host?.toLowerCase(),
    isForced: flags['even-if-used'] === true,
    progress: shownProgress(),
  });
  endProgress();
  const text = `The import of ${undone.startedAt} is taken back: organization ${undone.organizationId} is gone.\n`;
  process.stdout.write(flags.json ? `${JSON.stringify(undone)}\n` : text);
}

async function runMails({ database }: ImportTarget, flags: Flags): Promise<void> {
  const url = serverUrl(flags);
  if (url === undefined)
    throw new UsageError("Name the server's address with --url: the links begin with it.", 2);
  const mails = await mailPasswordLinks(database, flags.host?.toLowerCase(), url);
  process.stdout.write(
    flags.json ? `${JSON.stringify({ mails })}\n` : `${mails} mails wait to be sent by the server.\n`,
  );
}
