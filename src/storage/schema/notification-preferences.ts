// What people choose to be notified of or to ignore: alert words, muted people, visibility policies of topics.

export interface AlertWordTable {
  organization_id: number;
  account_id: number;
  word: string;
  word_key: string;
}

export interface MutedUserTable {
  organization_id: number;
  account_id: number;
  muted_account_id: number;
  muted_at: number;
}

export interface UserTopicTable {
  organization_id: number;
  account_id: number;
  channel_id: number;
  topic_key: string;
  topic_name: string;
  /** 1 muted, 2 unmuted, 3 followed. */
  visibility_policy: number;
  updated_at: number;
}
