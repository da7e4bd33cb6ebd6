// What accounts created lately, counted against their daily quotas.

/** A row for each kind that an account ever created something of: its newest day of 24 hours. */
export interface QuotaUseTable {
  organization_id: number;
  account_id: number;
  kind: string;
  /** When the day began: with the first thing that was created in it. */
  began_at: number;
  used: number;
}
