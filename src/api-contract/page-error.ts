// The codes of the errors that pages outside the client show, with the values of their texts. Answers of the API have coarser
// codes, which clients know, and a message in English; pages are in the language of their reader.

type NoValues = Readonly<Record<never, never>>;
interface ProviderValues {
  /** The name of an identity provider, or of a provider of video calls. */
  readonly provider: string;
}

/** The values in the text of each error, by its code. */
export interface PageErrors {
  // Any page.
  TOO_MANY_REQUESTS: NoValues;
  TOO_MANY_WRONG_CODES: NoValues;
  NOT_SAVED: NoValues;
  QUOTA_EXCEEDED: NoValues;
  FORM_TOO_LARGE: NoValues;
  LOGIN_REQUIRED: NoValues;
  NO_ORGANIZATION: NoValues;
  ORGANIZATION_DEACTIVATED: NoValues;
  ACCOUNT_DEACTIVATED: NoValues;
  LINK_INVALID: NoValues;
  // Logging in.
  WRONG_PASSWORD: NoValues;
  WRONG_CODE: NoValues;
  WRONG_PASSKEY: NoValues;
  USER_NOT_FOUND: NoValues;
  PASSWORDS_DISABLED: NoValues;
  LOGIN_ATTEMPT_LOST: NoValues;
  LOGIN_METHOD_UNAVAILABLE: NoValues;
  SECOND_FACTOR_ENABLED: NoValues;
  AUTHENTICATOR_SETUP_LOST: NoValues;
  AUTHENTICATOR_SETUP_REPLACED: NoValues;
  PASSKEY_REGISTERED: NoValues;
  APP_LINK_FOREIGN: NoValues;
  APP_LINK_INVALID: NoValues;
  APP_LOGIN_INVALID: NoValues;
  // Passwords and names.
  PASSWORDS_DIFFER: NoValues;
  PASSWORD_TOO_LONG: { readonly maximum: number };
  PASSWORD_TOO_SHORT: { readonly minimum: number };
  PASSWORD_REPETITIVE: NoValues;
  PASSWORD_NUMERIC: NoValues;
  PASSWORD_PERSONAL: NoValues;
  PASSWORD_COMMON: NoValues;
  NAME_TOO_LONG: { readonly maximum: number };
  NAME_TOO_SHORT: { readonly minimum: number };
  NAME_INVALID: NoValues;
  NAME_TAKEN: NoValues;
  // Email addresses.
  INVALID_EMAIL: NoValues;
  EMAIL_WITH_PLUS: NoValues;
  EMAIL_OUTSIDE_DOMAINS: { readonly organization: string };
  EMAIL_DISPOSABLE: NoValues;
  EMAIL_IN_USE: NoValues;
  EMAIL_CHANGE_LINK_INVALID: NoValues;
  EMAIL_OF_OTHER_ACCOUNT: NoValues;
  // Joining.
  NO_MAIL_FOR_LINKS: NoValues;
  NO_MAIL_FOR_SIGN_UP: { readonly organization: string };
  NO_SERVER_URL: NoValues;
  INVITATION_NEEDED: { readonly organization: string };
  ACCOUNT_EXISTS: NoValues;
  // Identity providers.
  SIGN_IN_FAILED: { readonly provider: string; readonly reason: string };
  SIGN_IN_NOT_GRANTED: ProviderValues;
  SIGN_IN_UNREQUESTED: ProviderValues;
  SIGN_IN_ANSWER_USED: NoValues;
  PERSON_AMBIGUOUS: ProviderValues;
  PROVIDER_DISABLED: ProviderValues;
  PROVIDER_DID_NOT_ASK: ProviderValues;
  PROVIDER_OTHER_PERSON: ProviderValues;
  PROVIDER_WITHOUT_LOGIN_TIME: ProviderValues;
  PROOF_CROSS_SITE: NoValues;
  PROVIDER_ADDRESS_MISSING: ProviderValues;
  PROVIDER_ADDRESS_UNVERIFIED: ProviderValues;
  PROVIDER_ADDRESS_OUTSIDE: ProviderValues;
  BOT_LOGIN: NoValues;
  ADDRESS_UNCONFIRMED: { readonly email: string };
  ACCOUNT_LINKED_TO_OTHER: { readonly email: string; readonly provider: string };
  ACCOUNT_NOT_LINKED: { readonly email: string; readonly provider: string };
  PROVIDER_CREATES_NO_ACCOUNTS: {
    readonly organization: string;
    readonly email: string;
    readonly provider: string;
  };
  INVITATION_NEEDED_FOR_ADDRESS: { readonly organization: string; readonly email: string };
  // Creating an organization.
  ORGANIZATION_NAME_MISSING: NoValues;
  ORGANIZATION_NAME_TOO_LONG: { readonly maximum: number };
  // Video calls.
  CALLS_NOT_CONFIGURED: ProviderValues;
  CALLS_NOT_CONNECTED: ProviderValues;
  CALLS_REFUSED: ProviderValues;
  CALLS_ATTEMPT_LOST: ProviderValues;
  CALL_FAILED: ProviderValues;
  CALLS_UNREACHABLE: ProviderValues;
  CALLS_USER_UNKNOWN: ProviderValues;
  MEETING_LINK_INVALID: NoValues;
}

export type PageErrorCode = keyof PageErrors;

/** An error with one of some codes, and the values of its text. */
export type PageErrorOf<C extends PageErrorCode> = { [K in C]: { readonly code: K } & PageErrors[K] }[C];

export type PageError = PageErrorOf<PageErrorCode>;
