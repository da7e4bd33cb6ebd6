// Refuses choices that the format of an archive does not use, since they would have no effect.

import { InvalidArchiveError } from './archive/invalid-archive-error.ts';
import type { ImportChoices } from './records/reader.ts';

/** The flags of the command that set a choice, with the verb of the error. */
const FLAGS: Readonly<Record<keyof ImportChoices, string>> = {
  name: '--name has',
  team: '--team has',
  addresses: '--addresses and --missing-addresses have',
  owner: '--owner has',
};

export function refuseUnusedChoices(
  title: string,
  used: readonly (keyof ImportChoices)[],
  choices: ImportChoices,
): void {
  for (const choice of Object.keys(FLAGS) as (keyof ImportChoices)[]) {
    if (choices[choice] === undefined || used.includes(choice)) continue;
    const reason = `${FLAGS[choice]} no effect on ${title}. Omit it.`;
    throw new InvalidArchiveError('the archive', reason);
  }
}
