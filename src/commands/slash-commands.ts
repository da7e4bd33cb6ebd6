// The slash commands, which a person types at the start of a message. The server runs them and the browser client
// offers them from this one table. Their descriptions are texts of the client (`command.NAME`).

/** A change of one of the caller's settings. */
interface SettingChange {
  readonly setting: string;
  readonly value: unknown;
  /** A name for the resulting state. */
  readonly state: string;
  /** The command that undoes it. */
  readonly opposite: string;
}

interface SlashCommand {
  readonly aliases?: readonly string[];
  /** The argument after the command. */
  readonly argument: 'none' | 'required' | 'optional';
  /**
   * - `message`: it stays at the start of the message, which is displayed in a special way.
   * - `gifs`: the client opens its GIF picker, if the organization has a provider; otherwise it is a message.
   * - `nothing`: the server only answers.
   * - `reminder`: the server sends the text to its author at a later time.
   * - otherwise the server changes a setting.
   */
  readonly action: 'message' | 'gifs' | 'nothing' | 'reminder' | SettingChange;
}

const inMessage = { action: 'message' } as const;
const setting = { argument: 'none' } as const;

/** All slash commands, in the order in which clients offer them. */
export const slashCommands = {
  me: { argument: 'required', ...inMessage },
  poll: { argument: 'optional', ...inMessage },
  todo: { argument: 'optional', ...inMessage },
  remind: { argument: 'required', action: 'reminder' },
  gif: { argument: 'optional', action: 'gifs' },
  dark: {
    ...setting,
    aliases: ['night'],
    action: { setting: 'color_scheme', value: 2, state: 'the dark theme', opposite: 'light' },
  },
  light: {
    ...setting,
    aliases: ['day'],
    action: { setting: 'color_scheme', value: 3, state: 'the light theme', opposite: 'dark' },
  },
  'fluid-width': {
    ...setting,
    action: {
      setting: 'fluid_layout_width',
      value: true,
      state: 'the full width',
      opposite: 'fixed-width',
    },
  },
  'fixed-width': {
    ...setting,
    action: {
      setting: 'fluid_layout_width',
      value: false,
      state: 'a fixed width',
      opposite: 'fluid-width',
    },
  },
  ping: { ...setting, action: 'nothing' },
} as const satisfies Readonly<Record<string, SlashCommand>>;

export type CommandName = keyof typeof slashCommands;

export const commandNames = Object.keys(slashCommands) as CommandName[];

/** The names by which a command is typed. */
export function typedNames(name: CommandName): readonly string[] {
  const { aliases = [] }: SlashCommand = slashCommands[name];
  return [name, ...aliases];
}

const byTypedName: ReadonlyMap<string, CommandName> = new Map(
  commandNames.flatMap((name) => typedNames(name).map((typed): [string, CommandName] => [typed, name])),
);

/** The command at the start of a text, and its argument without spaces around it; undefined if there is none. */
export function commandIn(
  text: string,
): { readonly name: CommandName; readonly argument: string } | undefined {
  const [, typed = '', rest = ''] = /^\/([a-z-]{1,20})(?:\s+(.*))?$/s.exec(text) ?? [];
  const name = byTypedName.get(typed);
  return name && { name, argument: rest.trim() };
}
