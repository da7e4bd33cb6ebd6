// The server's own work: recurring jobs and migrations.

/** The moment up to which a recurring job has done its work for an organization. */
export interface JobMarkTable {
  organization_id: number;
  job: string;
  done_until: number;
}

/** The applied migrations. */
export interface SchemaVersionTable {
  version: number;
  applied_at: number;
}
