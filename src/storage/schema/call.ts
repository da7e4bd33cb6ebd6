// Access tokens for providers of video calls.

/** The access to a provider of video calls that a person granted. */
export interface CallTokenTable {
  organization_id: number;
  account_id: number;
  provider: string;
  /** Encrypted under the server's secret. */
  sealed: string;
}
