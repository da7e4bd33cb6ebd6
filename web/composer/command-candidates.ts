// Suggestions of slash commands.

import {
  type CommandName,
  commandNames,
  slashCommands,
  typedNames,
} from '../../src/commands/slash-commands.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';
import type { Candidate } from './candidates.ts';

function labelOf(name: CommandName): string {
  switch (name) {
    case 'me':
    case 'poll':
    case 'todo':
    case 'remind':
    case 'gif':
      return `/${name} ${t(`command.argument.${name}`)}`;
    default:
      return `/${name}`;
  }
}

/**
 * The commands whose names match what was typed after the slash; all of them for an empty query. `/gif` needs a provider.
 */
export function commandCandidates(query: string, hasGifs: boolean): Candidate[] {
  const offered = commandNames.filter((name) => hasGifs || name !== 'gif');
  const items = offered.map((name, index) => ({
    name,
    names: typedNames(name),
    weight: -index,
  }));
  const matches = rankMatches(items, query, {
    namesOf: ({ names }) => names,
    weightOf: ({ weight }) => weight,
  });
  return matches.map(({ name }) => ({
    key: `command ${name}`,
    label: labelOf(name),
    note: t(`command.${name}`),
    picture: { kind: 'icon', name: 'code' },
    insert: slashCommands[name].argument === 'none' ? `/${name}` : `/${name} `,
  }));
}
