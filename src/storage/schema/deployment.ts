// What all servers of one database must agree on.

/** The only row has the id 1. */
export interface DeploymentTable {
  id: number;
  /** A one-way hash of the secret that keys were made with. */
  secret_mark: string;
  /** The secret for additional servers, sealed under the database's password; null with the embedded engine. */
  shared_secret: string | null;
  /** Null until filling the demo organization begins. */
  demo_state: 'filling' | 'filled' | null;
}
