// Values that bots store between their runs.

/** A value that a bot stores under a name. */
export interface BotStorageTable {
  account_id: number;
  organization_id: number;
  name: string;
  value: string;
}
