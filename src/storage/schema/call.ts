// What providers of video calls gave to people.

/** The access that a person gave to a provider of video calls. */
export interface CallTokenTable {
  organization_id: number;
  account_id: number;
  provider: string;
  /** Encrypted under the server's secret. */
  sealed: string;
}
