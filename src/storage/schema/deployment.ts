// What servers of one database must agree on.

/** One row, whose id is 1. */
export interface DeploymentTable {
  id: number;
  /** A one-way mark of the secret that keys were made under. */
  secret_mark: string;
  /** The secret itself, of a demo only: a demo has nothing to protect, and its servers may have a directory each. */
  shared_secret: string | null;
  /** Null until filling the demo organization begins. */
  demo_state: 'filling' | 'filled' | null;
}
