// `organization import`: brings an organization from another server, tries that, or takes it back.

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

/** In the data directory: where archives are unpacked. */
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

/** Runs the command; refuses in one sentence. */
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
      else if (values['dry-run']) await runTrial(file, values);
      else await withTarget(values, withDatabase, (target) => runImport(file, target, values));
    } catch (error) {
      throw error instanceof ArchiveRefused ? new UsageError(error.message) : error;
    }
  });
}

type Given = ReturnType<typeof parsed>['values'];

async function withTarget(
  given: Given,
  open: typeof withDatabase,
  work: (target: ImportTarget) => Promise<void>,
): Promise<void> {
  const place = placeOf(given);
  const host = hostIn(given);
  const organizationUrl = assumedUrl(serverUrl(given), host);
  // A server of a shared database keeps its secret there.
  if (open === withDatabase) await mkdir(place.dataDirectory, { recursive: true, mode: 0o700 });
  await open(place, async (database) => {
    const { dataDirectory, url: databaseUrl } = place;
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

/** Asks the web for a file of an archive, and never an address that is not public. */
const fetchFromWeb: FetchFile = async (address, bounds) => {
  const { status, headers, body } = await follow(new HttpClient(), address, {
    accept: '*/*',
    redirects: REDIRECTS,
    ...bounds,
  });
  return { status, contentType: headers['content-type'] ?? '', bytes: body };
};

/** Empty: any. */
function hostIn(given: Given): string {
  const host = (given.host ?? '').toLowerCase();
  if (host !== '' && !/^[a-z0-9.-]+(:\d+)?$/.test(host))
    throw new UsageError(`"${host}" is not a host name.`, 2);
  return host;
}

/** Undefined where nobody said it. */
function serverUrl(given: Given): string | undefined {
  const url = given.url || process.env.PARLEY_URL;
  return url ? webAddressIn('--url', url) : undefined;
}

async function runImport(file: string, target: ImportTarget, given: Given): Promise<void> {
  cleanWhenStopped(() => removeOwnArchives(target.workFolder));
  tell(await importOrganization(file, target, await optionsOf(given)), given);
}

async function optionsOf(given: Given) {
  const addresses = await givenAddresses(given.addresses, given['missing-addresses']);
  return {
    choices: { name: given.name, team: given.team, addresses, owner: given.owner },
    progress: shownProgress(),
  };
}

/** Unpacks where an import would, but makes no data directory for that. */
async function runTrial(file: string, given: Given): Promise<void> {
  hostIn(given);
  const { dataDirectory } = placeOf(given);
  const own = existsSync(dataDirectory) ? undefined : await mkdtemp(join(tmpdir(), 'parley-import-'));
  const workFolder = join(own ?? dataDirectory, WORK_FOLDER);
  cleanWhenStopped(() =>
    own ? rmSync(own, { recursive: true, force: true }) : removeOwnArchives(workFolder),
  );
  try {
    tell(await tryArchive(file, workFolder, await optionsOf(given)), given);
  } finally {
    if (own) await rm(own, { recursive: true, force: true });
  }
}

/** An import may be stopped at any time, and goes on later; what is unpacked for it does not stay so long. */
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

function tell(report: ImportReport, given: Given): void {
  endProgress();
  process.stdout.write(given.json ? `${JSON.stringify(report)}\n` : reportText(report));
}

async function runUndo(target: ImportTarget, given: Given): Promise<void> {
  const undone = await undoImport(target, {
    host: given.host?.toLowerCase(),
    isForced: given['even-if-used'] === true,
    progress: shownProgress(),
  });
  endProgress();
  const text = `The import of ${undone.startedAt} is taken back: organization ${undone.organizationId} is gone.\n`;
  process.stdout.write(given.json ? `${JSON.stringify(undone)}\n` : text);
}

async function runMails({ database }: ImportTarget, given: Given): Promise<void> {
  const url = serverUrl(given);
  if (url === undefined)
    throw new UsageError("Name the server's address with --url: the links begin with it.", 2);
  const mails = await mailPasswordLinks(database, given.host?.toLowerCase(), url);
  process.stdout.write(
    given.json ? `${JSON.stringify({ mails })}\n` : `${mails} mails wait to be sent by the server.\n`,
  );
}
