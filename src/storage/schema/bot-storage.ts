// What bots keep for themselves between their runs.

/** A value that a bot keeps under a name. */
export interface BotStorageTable {
  account_id: number;
  organization_id: number;
  name: string;
  value: string;
}
