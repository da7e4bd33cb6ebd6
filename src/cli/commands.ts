// All commands, with their summaries for `help`. A command's modules are loaded only when it runs.

import { printHelp } from './print-help.ts';
import { UsageError } from './usage.ts';

type Run = (args: readonly string[]) => Promise<void>;

interface Command {
  readonly name: string;
  /** The line in the list of commands; undefined for internal commands. */
  readonly summary: string | undefined;
  readonly load: () => Promise<Run>;
}

const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Runs the server (same as npm start)',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'organization create',
    summary: "Creates an organization and prints its owner's API key",
    load: async () => (await import('./organizations/create.ts')).createOrganizationCommand,
  },
  {
    name: 'organization export',
    summary: "Exports an organization's data to a file",
    load: async () => (await import('./organizations/export.ts')).exportOrganizationCommand,
  },
  {
    name: 'organization import',
    summary: 'Imports an organization from another server, or undoes an import',
    load: async () => (await import('./organizations/import.ts')).importOrganizationCommand,
  },
  {
    name: 'organization list',
    summary: 'Lists the organizations',
    load: async () => (await import('./organizations/list.ts')).listOrganizations,
  },
  {
    name: 'organization host',
    summary: "Prints or changes an organization's host",
    load: async () => (await import('./organizations/host.ts')).organizationHostCommand,
  },
  {
    name: 'organization settings',
    summary: "Prints an organization's settings, or changes one",
    load: async () => (await import('./organizations/settings.ts')).organizationSettingsCommand,
  },
  {
    name: 'organization deactivate',
    summary: 'Deactivates an organization and keeps its data',
    load: async () => (await import('./organizations/deactivate.ts')).deactivateOrganizationCommand,
  },
  {
    name: 'organization reactivate',
    summary: 'Reactivates an organization',
    load: async () => (await import('./organizations/reactivate.ts')).reactivateOrganizationCommand,
  },
  {
    name: 'directory sync',
    summary: 'Deactivates the accounts of people who left the directory',
    load: async () => (await import('./directory/sync.ts')).directorySyncCommand,
  },
  {
    name: 'user list',
    summary: 'Lists people and bots',
    load: async () => (await import('./users/list.ts')).listUsers,
  },
  {
    name: 'user show',
    summary: 'Prints the details of an account',
    load: async () => (await import('./users/show.ts')).showUser,
  },
  {
    name: 'user create',
    summary: 'Creates an account',
    load: async () => (await import('./users/create.ts')).createUserCommand,
  },
  {
    name: 'user role',
    summary: "Changes an account's role",
    load: async () => (await import('./users/changes.ts')).changeRoleCommand,
  },
  {
    name: 'user deactivate',
    summary: 'Deactivates an account and its bots',
    load: async () => (await import('./users/changes.ts')).deactivateUserCommand,
  },
  {
    name: 'user reactivate',
    summary: 'Reactivates an account',
    load: async () => (await import('./users/changes.ts')).reactivateUserCommand,
  },
  {
    name: 'user erase',
    summary: 'Permanently erases a person',
    load: async () => (await import('./users/erase.ts')).eraseUserCommand,
  },
  {
    name: 'user reset-password',
    summary: 'Prints a link to set a new password',
    load: async () => (await import('./users/credentials.ts')).resetPassword,
  },
  {
    name: 'user reset-second-factor',
    summary: 'Turns off two-factor authentication for an account',
    load: async () => (await import('./users/credentials.ts')).resetSecondFactor,
  },
  {
    name: 'user api-key',
    summary: "Prints an account's API key, or creates a new one",
    load: async () => (await import('./users/credentials.ts')).showApiKey,
  },
  {
    name: 'user grant',
    summary: 'Grants an account permissions beyond its role',
    load: async () => (await import('./users/grants.ts')).grantUser,
  },
  {
    name: 'user revoke',
    summary: "Revokes permissions that were granted beyond an account's role",
    load: async () => (await import('./users/grants.ts')).revokeUser,
  },
  {
    name: 'backup',
    summary: 'Backs up all data to a file, even while the server runs',
    load: async () => (await import('./backups/backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'Restores a backup',
    load: async () => (await import('./backups/restore.ts')).restoreCommand,
  },
  {
    name: 'check',
    summary: 'Checks the database, files, email and more',
    load: async () => (await import('./checks/check.ts')).checkCommand,
  },
  {
    name: 'status',
    summary: 'Prints whether the running server is live, ready or degraded',
    load: async () => (await import('./status/status.ts')).statusCommand,
  },
  {
    name: 'database copy',
    summary: 'Copies the database to PostgreSQL, or back to a file',
    load: async () => (await import('./backups/copy.ts')).copyCommand,
  },
  {
    name: 'database compact',
    summary: 'Frees unused database space and overwrites deleted data',
    load: async () => (await import('./backups/compact.ts')).compactCommand,
  },
  {
    name: 'database recovered',
    summary: 'Prepares a database that was returned to an earlier state',
    load: async () => (await import('./backups/recovered.ts')).recoveredCommand,
  },
  {
    name: 'secret rotate',
    summary: "Replaces the server's secret, while no server runs",
    load: async () => (await import('./backups/rotate-secret.ts')).rotateSecretCommand,
  },
  {
    name: 'mail test',
    summary: 'Sends a test email and prints what the mail server answers',
    load: async () => (await import('./mail-test.ts')).mailTest,
  },
  { name: 'help', summary: 'Lists all commands, or prints the help of one', load: async () => help },
  {
    name: 'version',
    summary: 'Prints the version',
    load: async () => (await import('./version.ts')).versionCommand,
  },
  // This command is used by `serve`.
  {
    name: 'fill-demo',
    summary: undefined,
    load: async () => (await import('./fill-demo.ts')).fillDemoCommand,
  },
  { name: 'warm', summary: undefined, load: async () => warm },
];

/** Loads the same modules as `serve` and ends, which fills the compile cache after an installation. */
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
    'Run COMMAND --help to see its flags.',
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
  if (family.length === 0) throw new UsageError(`Unknown command "${first}". See --help.`, 2);
  if (second === undefined || second === '--help') {
    printHelp(commandList(family));
    return;
  }
  const names = family.map(({ name }) => name.slice(first.length + 1)).join(', ');
  if (second.startsWith('-')) throw new UsageError(`"${first}" needs a subcommand: ${names}.`, 2);
  throw new UsageError(`Unknown command "${first} ${second}". Choose one of: ${names}.`, 2);
}
