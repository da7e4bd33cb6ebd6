// A setting as an entry that can be found by name, in the field above the list of sections and in the command palette.

export interface ListedSetting {
  readonly key: string;
  readonly name: string;
  /** The name of the section it is in. */
  readonly section: string;
  /** The address of its section, which ends with its name if it has a row of its own there. */
  readonly address: string;
}
