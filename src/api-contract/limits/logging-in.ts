// Bounds: how people log in and stay logged in, and how often somebody may guess.

export const loggingInLimits = {
  passwordCharacters: 100,
  /** Each takes 16 MB and one of the four threads that also serve files. */
  passwordsHashedAtOnce: 2,
  passwordsWaiting: 200,
  authenticationMethods: 50,
  jsonWebTokenCharacters: 12_000,
  /** Browsers that somebody is logged in with, and how long one may rest before it must log in again. */
  sessionsPerAccount: 100,
  sessionIdleSeconds: 1_209_600,
  /** What a browser holds of a session is replaced this often; what it held before counts this long beside it. */
  sessionRenewSeconds: 86_400,
  sessionOverlapSeconds: 60,
  /** How long a log-in, or another proof of who sits at a browser, lets its session do what takes over an account. */
  recentProofSeconds: 600,
  /** Sessions that ended lately, which no poll may begin to wait for, of one organization. */
  endedSessionsInMemory: 1000,
  /** How often it is noted that a session is in use. */
  sessionSeenSeconds: 3600,
  /** Of the file that says how people sign in, of a secret and of a picture that it names. */
  signInFileBytes: 256 * 1024,
  signInSecretBytes: 4096,
  signInIconBytes: 64 * 1024,
  /** Of one answer of a provider that people sign in with, and of the subject by which it names somebody. */
  signInAnswerBytes: 256 * 1024,
  signInSubjectCharacters: 255,
  /** Of an ID token that is sent back when its person logs out, and of a logout token. */
  idTokenHintCharacters: 4096,
  logoutTokenCharacters: 8192,
  /** Logout tokens that one network brings. */
  logoutTokensPerMinute: 600,
  /** Ways by which a browser is sent to such a provider and back, of one network. */
  signInVisitsPerMinute: 300,
  /**
   * Of what a browser posts in the name of a provider of SAML: all of it, its elements, their attributes together, and how deep
   * they stand in each other; and of how many answers one network waits to be checked.
   */
  samlFormBytes: 256 * 1024,
  samlElements: 2000,
  samlAttributes: 3000,
  samlDepth: 24,
  samlAnswersPerNetwork: 3,
  /** Asked of a directory for one log-in: how long and how much, by how many at once while how many wait, and of how many groups. */
  directorySeconds: 10,
  directoryAnswerBytes: 4 * 1024 * 1024,
  directoryConnections: 8,
  directoryWaiting: 200,
  directoryGroups: 1000,
  /** Accounts that one run of a directory's sync may deactivate, whatever the configuration says. */
  directorySyncAccounts: 1000,
  /** Within which an app on a desk begins its session with what a browser shows. */
  loginTokenSeconds: 300,
  /** Within which the code of an authenticator is typed after the password, and the first one of a new authenticator. */
  logInStepSeconds: 300,
  enrolmentSeconds: 900,
  passkeyNameCodePoints: 60,
  /** Within which a passkey answers, and questions of an account that wait for it at each step; the oldest make room. */
  passkeyChallengeSeconds: 300,
  passkeyChallengesPerAccount: 20,
  /** Of the name that an authenticator gives a passkey, and of each other text that it brings: in base64url. */
  passkeyIdCharacters: 1364,
  passkeyTextCharacters: 4096,
  /** From one network, whatever comes of them: each takes the processor some tenths of a second. */
  loginAttemptsPerMinute: 60,
  /** Failures of one account in so many seconds, after which it waits until the oldest of them is that old. */
  failedLoginsPerAccount: 10,
  failedLoginSeconds: 1800,
  /** Failures in that time of a browser that the account logged in with before, or is logged in with; others then count for the account. */
  failedLoginsPerKnownDevice: 5,
  /** How long such a browser stays known without a log-in; so many of an account, and accounts in one browser. */
  knownDeviceSeconds: 31_536_000,
  knownDevicesPerAccount: 20,
  knownDeviceAccountsPerBrowser: 5,
  /** Wrong codes of an account's authenticator in a day, and in so many days, after which none is taken for as long. */
  wrongCodesPerDay: 30,
  wrongCodesKept: 100,
  wrongCodeDays: 30,
  /** Failures from one network, where many may mistype, and in each minute of that time. */
  failedLoginsPerNetwork: 100,
  failedLoginsPerNetworkAndMinute: 20,
  /** Programs in networks that somebody has logged in from; a log-in from another one is told by mail. */
  knownLoginsPerAccount: 50,
  /** Wrong credentials that are known to be counted already. */
  wrongKeysInMemory: 10_000,
  /** Beyond so many the oldest failures of the whole deployment are forgotten, but those of accounts that still count. */
  failedLoginsKept: 100_000,
  /** Credentials that were checked and need not be checked again until their account changes. */
  credentialsInMemory: 50_000,
} as const;
