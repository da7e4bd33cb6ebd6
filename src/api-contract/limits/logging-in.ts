// Limits of logins, sessions and failed attempts.

export const loggingInLimits = {
  passwordCharacters: 100,
  /** Each hash takes 16 MB and one of the four threads that also serve files. */
  passwordsHashedAtOnce: 2,
  passwordsWaiting: 200,
  authenticationMethods: 50,
  jsonWebTokenCharacters: 12_000,
  /** Sessions of an account, and how long an unused one remains valid. */
  sessionsPerAccount: 100,
  sessionIdleSeconds: 1_209_600,
  /** How often a session's token is replaced, and how long the previous one remains valid. */
  sessionRenewSeconds: 86_400,
  sessionOverlapSeconds: 60,
  /** How long a login or other proof of identity allows a session to perform operations that could take over an account. */
  recentProofSeconds: 600,
  /** Recently ended sessions of one organization, for which no poll may start to wait. */
  endedSessionsInMemory: 1000,
  /** How often the use of a session is recorded. */
  sessionSeenSeconds: 3600,
  /** The size of the sign-in configuration file, and of a secret and a picture that it refers to. */
  signInFileBytes: 256 * 1024,
  signInSecretBytes: 4096,
  signInIconBytes: 64 * 1024,
  /** The size of one answer of an identity provider, and the length of a subject in it. */
  signInAnswerBytes: 256 * 1024,
  signInSubjectCharacters: 255,
  /** The length of an ID token that is sent back at logout, and of a logout token. */
  idTokenHintCharacters: 4096,
  logoutTokenCharacters: 8192,
  /** Logout tokens from one network. */
  logoutTokensPerMinute: 600,
  /** Requests for signing in with a provider, from one network. */
  signInVisitsPerMinute: 300,
  /**
   * A form posted for a SAML provider: its size, elements, their attributes in total, and nesting depth. Also how
   * many answers from one network can wait to be checked.
   */
  samlFormBytes: 256 * 1024,
  samlElements: 2000,
  samlAttributes: 3000,
  samlDepth: 24,
  samlAnswersPerNetwork: 3,
  /** Requests to a directory for one login: time and answer size, concurrent and waiting requests, and groups. */
  directorySeconds: 10,
  directoryAnswerBytes: 4 * 1024 * 1024,
  directoryConnections: 8,
  directoryWaiting: 200,
  directoryGroups: 1000,
  /** Accounts that one directory synchronization may deactivate, regardless of the configuration. */
  directorySyncAccounts: 1000,
  /** How long the token that starts a desktop app's session is valid. */
  loginTokenSeconds: 300,
  /** How long people have to enter a code after the password, and the first code of a new authenticator. */
  loginStepSeconds: 300,
  enrolmentSeconds: 900,
  passkeyNameCodePoints: 60,
  /** How long a passkey challenge is valid, and how many an account has per step; the oldest are dropped. */
  passkeyChallengeSeconds: 300,
  passkeyChallengesPerAccount: 20,
  /** The length of a passkey's id, and of any other text of an authenticator, in base64url. */
  passkeyIdCharacters: 1364,
  passkeyTextCharacters: 4096,
  /** Attempts from one network, successful or not: each takes some tenths of a second of processor time. */
  loginAttemptsPerMinute: 60,
  /** Failures of one account within this time. After that, it must wait until the oldest has expired. */
  failedLoginsPerAccount: 10,
  failedLoginSeconds: 1800,
  /** Failures within that time from a known device of the account; further ones count for the account. */
  failedLoginsPerKnownDevice: 5,
  /** How long a device stays known without a login, known devices of an account, and accounts in one browser. */
  knownDeviceSeconds: 31_536_000,
  knownDevicesPerAccount: 20,
  knownDeviceAccountsPerBrowser: 5,
  /**
   * Wrong authenticator codes of an account per day and within this many days. Beyond either, no code is accepted
   * for the same period.
   */
  wrongCodesPerDay: 30,
  wrongCodesPerPeriod: 100,
  wrongCodeDays: 30,
  /** Failures from one network, where many people may mistype: within that time, and in each minute of it. */
  failedLoginsPerNetwork: 100,
  failedLoginsPerNetworkAndMinute: 20,
  /** Known programs and networks of an account; a login from an unknown one is reported by mail. */
  knownLoginsPerAccount: 50,
  /** Wrong credentials remembered as already counted. */
  wrongKeysInMemory: 10_000,
  /**
   * Above this, the oldest failures of the whole deployment are deleted, except those of accounts that still count.
   */
  storedFailedLogins: 100_000,
  /** Cached results of checked credentials, each valid until its account changes. */
  credentialsInMemory: 50_000,
} as const;
