// What the server remembers about its own work: recurring jobs and migrations.

/** Up to which moment a recurring job has done its work for an organization. */
export interface JobMarkTable {
  organization_id: number;
  job: string;
  done_until: number;
}

/** The migrations that were applied. */
export interface SchemaVersionTable {
  version: number;
  applied_at: number;
}
