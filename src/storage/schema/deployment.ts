// What servers of one database must agree on.

/** One row, whose id is 1. */
export interface DeploymentTable {
  id: number;
  /** A one-way mark of the secret that keys were made under. */
  secret_mark: string;
  /** The secret for further servers, sealed under the database's password; null with the embedded engine. */
  shared_secret: string | null;
  /** Null until filling the demo organization begins. */
  demo_state: 'filling' | 'filled' | null;
}
