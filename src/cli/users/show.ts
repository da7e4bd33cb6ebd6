// `user show`: shows one account with details for administrators.

import { grants } from '../../actions/accounts/grants.ts';
import { accountById, accountRowById } from '../../stores/accounts/account-store.ts';
import { subscribedChannelIds } from '../../stores/accounts/activity-store.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { organizationCommand } from '../organization-command.ts';
import { accountByNameOrId, accountJson } from './named-account.ts';

const moment = (seconds: number | null | undefined) =>
  seconds == null ? null : new Date(seconds * 1000).toISOString();

export const showUser = organizationCommand({
  name: 'user show',
  parameters: ['EMAIL'],
  help: 'Prints the details of an account, found by email address or ID.\n',
  async run({ reader, positionals: [nameOrId = ''] }) {
    const account = await accountByNameOrId(reader, nameOrId);
    const row = await accountRowById(reader, account.id);
    const owner = account.botOwnerId === null ? undefined : await accountById(reader, account.botOwnerId);
    const json = {
      ...accountJson(account),
      last_login: moment(row?.last_login_at),
      has_confirmed_email: account.isEmailConfirmed,
      has_password: row?.password_hash != null,
      has_second_factor: await hasSecondFactor(reader, account.id),
      timezone: account.timezone,
      channels: (await subscribedChannelIds(reader, account.id)).length,
      ...(owner && { owner: owner.email }),
      permissions: Object.keys(grants).filter((name) => row?.[name as keyof typeof grants] === 1),
    };
    const width = Math.max(...Object.keys(json).map((name) => name.length));
    const text = Object.entries(json)
      .map(
        ([name, value]) =>
          `${name.padEnd(width)}  ${Array.isArray(value) ? value.join(', ') : (value ?? '')}`,
      )
      .map((line) => `${line.trimEnd()}\n`)
      .join('');
    return { text, json };
  },
});
