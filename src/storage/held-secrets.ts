// What opens something elsewhere, on its way into columns and out of them. The database does not know how it is sealed: the
// server says so when it has its secret.

/** What secrets are of: each is sealed for itself. */
export type SecretKind = 'outbox' | 'push-token' | 'web-push' | 'erasure' | 'erased-identity';

/** How secrets stand in columns; what was kept before there was a rule is opened as it stands. */
export interface Secrets {
  /** What a column is to keep. */
  seal(kind: SecretKind, secret: string): string;
  /** The secret of a column. */
  open(kind: SecretKind, kept: string): string;
}

/** The rule, once there is one; until then secrets stand as they are, as commands leave them that know no secret. */
export class HeldSecrets implements Secrets {
  #rule: Secrets | undefined;

  follow(rule: Secrets): void {
    this.#rule = rule;
  }

  seal(kind: SecretKind, secret: string): string {
    return this.#rule ? this.#rule.seal(kind, secret) : secret;
  }

  open(kind: SecretKind, kept: string): string {
    return this.#rule ? this.#rule.open(kind, kept) : kept;
  }
}
