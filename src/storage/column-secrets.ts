// Seals secrets that give access to other systems before they are stored, and opens them again. The database
// does not know the encryption: the server sets it once it has its secret.

/** The purposes of secrets. A secret sealed for one purpose cannot be opened for another. */
export type SecretKind = 'outbox' | 'push-token' | 'web-push' | 'erasure' | 'erased-identity';

/** Seals and opens secrets in columns. Secrets stored before there was encryption are returned unchanged. */
export interface Secrets {
  /** Returns the text to store in a column. */
  seal(kind: SecretKind, secret: string): string;
  /** Returns the secret stored in a column. */
  open(kind: SecretKind, stored: string): string;
}

/**
 * Delegates to the encryption once it is set. Until then, as in commands that do not know the server's
 * secret, secrets stay in plain text.
 */
export class ColumnSecrets implements Secrets {
  #encryption: Secrets | undefined;

  use(encryption: Secrets): void {
    this.#encryption = encryption;
  }

  seal(kind: SecretKind, secret: string): string {
    return this.#encryption ? this.#encryption.seal(kind, secret) : secret;
  }

  open(kind: SecretKind, stored: string): string {
    return this.#encryption ? this.#encryption.open(kind, stored) : stored;
  }
}
