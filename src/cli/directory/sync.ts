// `directory sync`: deactivates accounts whose people are gone from the organization's directory, or prints which.

import { applyDirectorySync, planDirectorySync } from '../../api/authentication/directory-sync.ts';
import { limits } from '../../api-contract/limits.ts';
import { ConfigurationProblem } from '../../integrations/configuration/configuration-problem.ts';
import { openSignIn, readSignInFile } from '../../integrations/sign-in/sign-in-file.ts';
import type { Account } from '../../model/accounts/account.ts';
import { directoryFor, type SignIn } from '../../model/sign-in/doors.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { type AtWork, organizationCommand, textFlag } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { accountJson } from '../users/found.ts';

/** Runs the command. */
export const directorySyncCommand = organizationCommand({
  name: 'directory sync',
  words: [],
  help: `deactivates accounts whose people are gone from the directory, as "sync" in its configuration says
  --dry-run            prints who would be deactivated or reactivated, and changes nothing
  --most N             how many may be deactivated at once, in place of the configured limits
  --sign-in FILE       as for the server (PARLEY_SIGN_IN)
`,
  flags: { 'dry-run': { type: 'boolean' }, most: { type: 'string' }, 'sign-in': { type: 'string' } },
  async run(at) {
    const given = mostIn(at);
    const signIn = await signInOf(at);
    try {
      return await sync(at, signIn, given);
    } finally {
      await signIn.close();
    }
  },
});

async function sync(at: AtWork, signIn: SignIn, given: number | undefined) {
  const door = directoryFor(signIn, await readOrganization(at.reader));
  if (!door) throw new UsageError('The organization has no directory in the file of --sign-in.');
  const { sync: configured, name } = door.provider;
  if (!configured)
    throw new UsageError(`The directory "${door.provider.id}" has no "sync" in the file of --sign-in.`);
  const plan = await planDirectorySync(at.reader, door, configured);
  const most = given ?? plan.most;
  const [leaving, returning] = [plan.leaving.map(accountOf), plan.returning.map(accountOf)];
  if (at.flags['dry-run'] === true) {
    const limit = leaving.length > most ? `Nobody would be: ${tooMany(leaving.length, most)}\n` : '';
    return {
      text: `${lines('would be deactivated', leaving)}${lines('would be reactivated', returning)}${limit}${leaving.length} of ${plan.accounts} people with an account are not in ${name}.\n`,
      json: {
        deactivate: leaving.map(accountJson),
        reactivate: returning.map(accountJson),
        most,
        accounts: plan.accounts,
      },
    };
  }
  if (leaving.length > most) throw new UsageError(`Nothing was done: ${tooMany(leaving.length, most)}`);
  const done = await applyDirectorySync(at.database, at.organizationId, door, plan);
  const { deactivated, reactivated, kept } = done;
  return {
    text: `${lines('is deactivated', deactivated)}${lines('is active again', reactivated)}${lines('stays: the only owner', kept)}${plan.accounts} accounts were looked up in ${name}.\n`,
    json: {
      deactivated: deactivated.map((one) => accountJson({ ...one, isActive: false })),
      reactivated: reactivated.map((one) => accountJson({ ...one, isActive: true })),
      kept: kept.map(accountJson),
      accounts: plan.accounts,
    },
  };
}

function accountOf({ account }: { readonly account: Account }): Account {
  return account;
}

function tooMany(count: number, most: number): string {
  return `${count} accounts would be deactivated, more than the limit of ${most}. Allow it with --most ${count}.`;
}

function lines(what: string, accounts: readonly Account[]): string {
  return accounts.map(({ email, fullName }) => `${email} (${fullName}) ${what}.\n`).join('');
}

function mostIn(at: AtWork): number | undefined {
  const text = textFlag(at, 'most');
  if (text === undefined) return undefined;
  const most = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(most >= 1 && most <= limits.directorySyncAccounts))
    throw new UsageError(`--most must be a number from 1 to ${limits.directorySyncAccounts}.`, 2);
  return most;
}

async function signInOf(at: AtWork): Promise<SignIn> {
  try {
    return await openSignIn(
      await readSignInFile(textFlag(at, 'sign-in') ?? (process.env.PARLEY_SIGN_IN || undefined)),
    );
  } catch (error) {
    throw error instanceof ConfigurationProblem ? new UsageError(error.message) : error;
  }
}
