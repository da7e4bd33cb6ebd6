// What accounts created recently, counted against their daily quotas.

/** The newest day of 24 hours of an account and a kind: one row per kind that the account ever created. */
export interface QuotaUseTable {
  organization_id: number;
  account_id: number;
  kind: string;
  /** When the day began, with the first creation in it. */
  began_at: number;
  used: number;
}
