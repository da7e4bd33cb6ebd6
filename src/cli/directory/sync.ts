// `directory sync`: deactivates accounts whose people have left the organization's directory, or prints them.

import { applyDirectorySync, planDirectorySync } from '../../api/authentication/directory-sync.ts';
import { limits } from '../../api-contract/limits.ts';
import { openSignIn, readSignInFile } from '../../integrations/sign-in/sign-in-file.ts';
import type { Account } from '../../model/accounts/account.ts';
import { directoryFor, type SignIn } from '../../model/sign-in/provider-clients.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { type CommandContext, organizationCommand, textFlag } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { accountJson } from '../users/named-account.ts';

export const directorySyncCommand = organizationCommand({
  name: 'directory sync',
  parameters: [],
  help: `Deactivates the accounts of people who left the directory, following "sync" in its configuration.
  --dry-run            prints who would be deactivated or reactivated, and changes nothing
  --most N             maximum number of deactivations, instead of the configured limits
  --sign-in FILE       the server's file with identity providers and directories (PARLEY_SIGN_IN)
`,
  flags: { 'dry-run': { type: 'boolean' }, most: { type: 'string' }, 'sign-in': { type: 'string' } },
  async run(context) {
    const givenMaximum = maximumIn(context);
    const signIn = await signInOf(context);
    try {
      return await sync(context, signIn, givenMaximum);
    } finally {
      await signIn.close();
    }
  },
});

async function sync(context: CommandContext, signIn: SignIn, givenMaximum: number | undefined) {
  const directory = directoryFor(signIn, await readOrganization(context.reader));
  if (!directory) throw new UsageError('The --sign-in file has no directory for this organization.');
  const { sync: configured, name } = directory.provider;
  if (!configured)
    throw new UsageError(`The directory "${directory.provider.id}" has no "sync" in the --sign-in file.`);
  const plan = await planDirectorySync(context.reader, directory, configured);
  const maximum = givenMaximum ?? plan.deactivationLimit;
  const [leaving, returning] = [plan.leaving.map(accountOf), plan.returning.map(accountOf)];
  if (context.flags['dry-run'] === true) {
    const limit =
      leaving.length > maximum ? `The sync would change nothing: ${tooMany(leaving.length, maximum)}\n` : '';
    return {
      text: `${lines('would be deactivated', leaving)}${lines('would be reactivated', returning)}${limit}${leaving.length} of ${plan.accounts} people with an account are not in ${name}.\n`,
      json: {
        deactivate: leaving.map(accountJson),
        reactivate: returning.map(accountJson),
        most: maximum,
        accounts: plan.accounts,
      },
    };
  }
  if (leaving.length > maximum)
    throw new UsageError(`Nothing was changed: ${tooMany(leaving.length, maximum)}`);
  const syncOutcome = await applyDirectorySync(context.database, context.organizationId, directory, plan);
  const { deactivated, reactivated, kept } = syncOutcome;
  return {
    text: `${lines('was deactivated', deactivated)}${lines('was reactivated', reactivated)}${lines('was not deactivated: only owner', kept)}Checked ${plan.accounts} accounts in ${name}.\n`,
    json: {
      deactivated: deactivated.map((account) => accountJson({ ...account, isActive: false })),
      reactivated: reactivated.map((account) => accountJson({ ...account, isActive: true })),
      kept: kept.map(accountJson),
      accounts: plan.accounts,
    },
  };
}

function accountOf({ account }: { readonly account: Account }): Account {
  return account;
}

function tooMany(count: number, maximum: number): string {
  return `${count} accounts would be deactivated, but the limit is ${maximum}. To allow this, use --most ${count}.`;
}

function lines(outcome: string, accounts: readonly Account[]): string {
  return accounts.map(({ email, fullName }) => `${email} (${fullName}) ${outcome}.\n`).join('');
}

function maximumIn(context: CommandContext): number | undefined {
  const text = textFlag(context, 'most');
  if (text === undefined) return undefined;
  const maximum = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(maximum >= 1 && maximum <= limits.directorySyncAccounts))
    throw new UsageError(`--most must be a number from 1 to ${limits.directorySyncAccounts}.`, 2);
  return maximum;
}

async function signInOf(context: CommandContext): Promise<SignIn> {
  return openSignIn(
    await readSignInFile(textFlag(context, 'sign-in') ?? (process.env.PARLEY_SIGN_IN || undefined)),
  );
}
