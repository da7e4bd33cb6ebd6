// `user erase`: erases a person permanently, with or without a running server.

import { eraseNextPortion } from '../../actions/erasure/stages.ts';
import { erasePerson } from '../../api/users/erasure.ts';
import { nextErasureOfPerson } from '../../stores/erasure/erasure-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { installSecrets } from '../../stores/sealed-column.ts';
import { organizationCommand } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { accountByNameOrId } from './named-account.ts';

export const eraseUserCommand = organizationCommand({
  name: 'user erase',
  parameters: ['EMAIL'],
  help: `Permanently erases a person and their bots: name, address, picture, profile, settings, logins,
drafts, reactions and more. The account stays as "Deleted user" with its ID.
This cannot be undone. See docs/guide/erasing-people.md for what remains, and where.
  --yes                erases the person; without it, the command only prints who it would erase
  --delete-messages    also deletes their messages, which otherwise stay under the name "Deleted user"
  --delete-files       also deletes the files that their messages link to
`,
  flags: {
    yes: { type: 'boolean' },
    'delete-messages': { type: 'boolean' },
    'delete-files': { type: 'boolean' },
  },
  async run({ database, flags, reader, positionals: [nameOrId = ''], write, keyring: openKeyring }) {
    const found = await accountByNameOrId(reader, nameOrId);
    if (!flags.yes)
      throw new UsageError(
        `This would permanently erase ${found.fullName} (${found.email}). Add --yes to erase them.`,
        2,
      );
    const keyring = await openKeyring();
    installSecrets(database, keyring);
    const choice = {
      deletesMessages: flags['delete-messages'] === true,
      deletesFiles: flags['delete-files'] === true,
    };
    await write(async (writer) => {
      const organization = await readOrganization(writer);
      const person = await accountByNameOrId(writer, nameOrId);
      await erasePerson({ writer, organization, keyring }, person, choice);
    });
    // A running server does part of this, too.
    while (await write(eraseNextPortion));
    const isDone = (await nextErasureOfPerson(reader)) === undefined;
    return {
      text: `Erased the account ${found.id}.\n`,
      json: { user_id: found.id, is_complete: isDone },
    };
  },
});
