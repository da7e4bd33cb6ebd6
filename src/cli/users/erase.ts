// `user erase`: erases a person permanently, with or without a running server.

import { eraseNextPortion } from '../../actions/erasure/stages.ts';
import { erasePerson } from '../../api/users/erasure.ts';
import { nextErasureOfPerson } from '../../stores/erasure/erasure-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { holdSecrets } from '../../stores/sealed-column.ts';
import { organizationCommand } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { accountNamed } from './found.ts';

export const eraseUserCommand = organizationCommand({
  name: 'user erase',
  words: ['EMAIL'],
  help: `erases a person for good, and their bots: name, address, picture, profile, settings, log-ins,
drafts, reactions and all else of theirs. The account stays as "Deleted user" with its id.
This cannot be undone; docs/guide/erasing-people.md says what remains, and where.
  --yes                does it; without it the command only says whom it would erase
  --delete-messages    deletes their messages as well; otherwise they stay under the new name
  --delete-files       deletes the files that messages link as well
`,
  flags: {
    yes: { type: 'boolean' },
    'delete-messages': { type: 'boolean' },
    'delete-files': { type: 'boolean' },
  },
  async run({ database, flags, reader, words: [nameOrId = ''], write, keyring: openKeyring }) {
    const found = await accountNamed(reader, nameOrId);
    if (!flags.yes)
      throw new UsageError(
        `This would erase ${found.fullName} (${found.email}) for good. Give --yes to do it.`,
        2,
      );
    const keyring = await openKeyring();
    holdSecrets(database, keyring);
    const choice = {
      deletesMessages: flags['delete-messages'] === true,
      deletesFiles: flags['delete-files'] === true,
    };
    await write(async (writer) => {
      const organization = await readOrganization(writer);
      const person = await accountNamed(writer, nameOrId);
      await erasePerson({ writer, organization, keyring }, person, choice);
    });
    // A running server does part of this, too.
    while (await write(eraseNextPortion));
    const isDone = (await nextErasureOfPerson(reader)) === undefined;
    return {
      text: `The account ${found.id} is erased.\n`,
      json: { user_id: found.id, is_complete: isDone },
    };
  },
});
