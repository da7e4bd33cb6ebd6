// When people were active, and their status.

export interface PresenceTable {
  account_id: number;
  organization_id: number;
  active_at: number | null;
  idle_at: number | null;
  update_id: number;
}

export interface UserStatusTable {
  account_id: number;
  organization_id: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
}
