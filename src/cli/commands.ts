// All commands, with their summaries for `help`. A command's modules are loaded only when it runs.

import { printHelp } from './print-help.ts';
import { UsageError } from './usage.ts';

type Run = (args: readonly string[]) => Promise<void>;

interface Command {
  readonly name: string;
  /** Undefined for internal commands. */
  readonly summary: string | undefined;
  readonly load: () => Promise<Run>;
}

const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'runs the server (what npm start does)',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'organization create',
    summary: "makes an organization and prints its owner's API key",
    load: async () => (await import('./organizations/create.ts')).createOrganizationCommand,
  },
  {
    name: 'organization export',
    summary: "writes an organization's data to a file, as administrators can",
    load: async () => (await import('./organizations/export.ts')).exportOrganizationCommand,
  },
  {
    name: 'organization import',
    summary: 'brings an organization from another server, or takes that back',
    load: async () => (await import('./organizations/import.ts')).importOrganizationCommand,
  },
  {
    name: 'organization list',
    summary: 'lists the organizations of the database',
    load: async () => (await import('./organizations/list.ts')).listOrganizations,
  },
  {
    name: 'organization host',
    summary: 'shows the host of an organization, or gives it another',
    load: async () => (await import('./organizations/host.ts')).organizationHostCommand,
  },
  {
    name: 'organization settings',
    summary: 'shows the settings of an organization, or changes one',
    load: async () => (await import('./organizations/settings.ts')).organizationSettingsCommand,
  },
  {
    name: 'organization deactivate',
    summary: 'closes an organization; nothing of it is lost',
    load: async () => (await import('./organizations/deactivate.ts')).deactivateOrganizationCommand,
  },
  {
    name: 'organization reactivate',
    summary: 'opens an organization again that was closed',
    load: async () => (await import('./organizations/reactivate.ts')).reactivateOrganizationCommand,
  },
  {
    name: 'directory sync',
    summary: 'deactivates accounts whose people are gone from the directory',
    load: async () => (await import('./directory/sync.ts')).directorySyncCommand,
  },
  {
    name: 'user list',
    summary: 'lists people and bots',
    load: async () => (await import('./users/list.ts')).listUsers,
  },
  {
    name: 'user show',
    summary: 'shows an account',
    load: async () => (await import('./users/show.ts')).showUser,
  },
  {
    name: 'user create',
    summary: 'makes an account',
    load: async () => (await import('./users/create.ts')).createUserCommand,
  },
  {
    name: 'user role',
    summary: 'gives an account a role',
    load: async () => (await import('./users/changes.ts')).changeRoleCommand,
  },
  {
    name: 'user deactivate',
    summary: 'deactivates an account and its bots',
    load: async () => (await import('./users/changes.ts')).deactivateUserCommand,
  },
  {
    name: 'user reactivate',
    summary: 'lets a deactivated account be active again',
    load: async () => (await import('./users/changes.ts')).reactivateUserCommand,
  },
  {
    name: 'user erase',
    summary: 'erases a person for good',
    load: async () => (await import('./users/erase.ts')).eraseUserCommand,
  },
  {
    name: 'user reset-password',
    summary: 'prints a link at which somebody sets a new password',
    load: async () => (await import('./users/credentials.ts')).resetPassword,
  },
  {
    name: 'user reset-second-factor',
    summary: 'removes the two-factor log-in of somebody who has lost their authenticator',
    load: async () => (await import('./users/credentials.ts')).resetSecondFactor,
  },
  {
    name: 'user api-key',
    summary: "prints an account's API key, or makes another",
    load: async () => (await import('./users/credentials.ts')).showApiKey,
  },
  {
    name: 'user grant',
    summary: 'lets an account do more than its role does',
    load: async () => (await import('./users/grants.ts')).grantUser,
  },
  {
    name: 'user revoke',
    summary: 'takes that back',
    load: async () => (await import('./users/grants.ts')).revokeUser,
  },
  {
    name: 'backup',
    summary: 'writes everything the server has to a file, while it runs',
    load: async () => (await import('./backups/backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: "makes a server's data of a backup",
    load: async () => (await import('./backups/restore.ts')).restoreCommand,
  },
  {
    name: 'check',
    summary: 'looks whether the server is in order: database, files, mail and more',
    load: async () => (await import('./checks/check.ts')).checkCommand,
  },
  {
    name: 'database copy',
    summary: 'brings the database to PostgreSQL, or back to a file',
    load: async () => (await import('./backups/copy.ts')).copyCommand,
  },
  {
    name: 'database compact',
    summary: 'gives back unused room of the database, and overwrites what was deleted',
    load: async () => (await import('./backups/compact.ts')).compactCommand,
  },
  {
    name: 'secret rotate',
    summary: 'makes another secret and seals everything under it, while no server runs',
    load: async () => (await import('./backups/rotate-secret.ts')).rotateSecretCommand,
  },
  {
    name: 'mail test',
    summary: 'sends a mail and says what the mail server answered',
    load: async () => (await import('./mail-test.ts')).mailTest,
  },
  {
    name: 'relay',
    summary: 'runs the relay that hands notifications on to phones, and keeps its list of servers',
    load: async () => (await import('./relay.ts')).relay,
  },
  { name: 'help', summary: 'tells of all commands, or of one', load: async () => help },
  {
    name: 'version',
    summary: 'prints the version',
    load: async () => (await import('./version.ts')).versionCommand,
  },
  // Used by `serve`.
  {
    name: 'fill-demo',
    summary: undefined,
    load: async () => (await import('./fill-demo.ts')).fillDemoCommand,
  },
  { name: 'warm', summary: undefined, load: async () => warm },
];

/** Loads what `serve` loads and ends: fills the compile cache after an installation. */
async function warm(): Promise<void> {
  await import('./serve.ts');
  await import('./fill-demo.ts');
}

/** Lists all commands or the commands that start with a word, or shows the help of one command. */
async function help(args: readonly string[]): Promise<void> {
  const [word, ...rest] = args.filter((arg) => arg !== '--help');
  if (word === undefined || word === 'help') {
    printHelp(commandList(commands));
    return;
  }
  return runCommand([word, ...rest, '--help']);
}

function commandList(listedCommands: readonly Command[]): string {
  const lines = listedCommands.flatMap(({ name, summary }) =>
    summary === undefined ? [] : [`  ${name.padEnd(24)} ${summary}`],
  );
  return [
    'Usage: npm run parley -- COMMAND [FLAGS]',
    '',
    ...lines,
    '',
    'COMMAND --help tells of its flags.',
    '',
  ].join('\n');
}

/** Runs the command named by the first arguments; `serve` by default. @throws UsageError */
export async function runCommand(args: readonly string[]): Promise<void> {
  const [first = 'serve', second] = args;
  if (first === '--help' || first === '-h') return help([]);
  if (first === '--version' || first === '-v') return (await import('./version.ts')).versionCommand([]);
  const twoWordCommand = commands.find(({ name }) => name === `${first} ${second}`);
  const command = twoWordCommand ?? commands.find(({ name }) => name === first);
  if (command) return (await command.load())(args.slice(twoWordCommand ? 2 : 1));
  const family = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (family.length === 0) throw new UsageError(`There is no command "${first}"; see --help.`, 2);
  if (second === undefined || second === '--help') {
    printHelp(commandList(family));
    return;
  }
  const names = family.map(({ name }) => name.slice(first.length + 1)).join(', ');
  if (second.startsWith('-')) throw new UsageError(`"${first}" wants a second word: ${names}.`, 2);
  throw new UsageError(`There is no command "${first} ${second}". There are: ${names}.`, 2);
}
