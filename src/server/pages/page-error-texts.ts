// The texts of errors on pages outside the client, in the language of the page, by the codes of the errors.

import type { ApiError } from '../../api-contract/error.ts';
import type { PageErrorCode, PageErrorOf } from '../../api-contract/page-error.ts';
import type { ServerText } from '../../texts/server-texts.ts';
import type { PageTexts } from './page-texts.ts';

const texts: { readonly [C in PageErrorCode]: (t: ServerText, error: PageErrorOf<C>) => string } = {
  TOO_MANY_REQUESTS: (t) => t('page.error.tooOften'),
  TOO_MANY_WRONG_CODES: (t) => t('page.error.tooManyWrongCodes'),
  NOT_SAVED: (t) => t('page.error.notSaved'),
  QUOTA_EXCEEDED: (t) => t('page.error.quotaExceeded'),
  FORM_TOO_LARGE: (t) => t('page.error.formTooLarge'),
  LOGIN_REQUIRED: (t) => t('page.error.loginRequired'),
  NO_ORGANIZATION: (t) => t('page.error.noOrganization'),
  ORGANIZATION_DEACTIVATED: (t) => t('page.error.organizationDeactivated'),
  ACCOUNT_DEACTIVATED: (t) => t('page.error.accountDeactivated'),
  LINK_INVALID: (t) => t('page.linkInvalid'),
  WRONG_PASSWORD: (t) => t('page.error.wrongPassword'),
  WRONG_CODE: (t) => t('page.error.wrongCode'),
  WRONG_PASSKEY: (t) => t('page.error.wrongPasskey'),
  USER_NOT_FOUND: (t) => t('page.error.userNotFound'),
  PASSWORDS_DISABLED: (t) => t('page.error.passwordsDisabled'),
  LOGIN_ATTEMPT_LOST: (t) => t('page.error.lostVisit'),
  LOGIN_METHOD_UNAVAILABLE: (t) => t('page.error.methodUnavailable'),
  SECOND_FACTOR_ENABLED: (t) => t('page.error.secondFactorEnabled'),
  AUTHENTICATOR_SETUP_LOST: (t) => t('page.error.authenticatorSetupLost'),
  AUTHENTICATOR_SETUP_REPLACED: (t) => t('page.error.authenticatorSetupReplaced'),
  PASSKEY_REGISTERED: (t) => t('page.error.passkeyRegistered'),
  APP_LINK_FOREIGN: (t) => t('page.error.appLinkForeign'),
  APP_LINK_INVALID: (t) => t('page.error.appLinkInvalid'),
  APP_LOGIN_INVALID: (t) => t('page.error.appLoginInvalid'),
  PASSWORDS_DIFFER: (t) => t('page.error.passwordsDiffer'),
  PASSWORD_TOO_LONG: (t, error) => t('page.error.passwordTooLong', error),
  PASSWORD_TOO_SHORT: (t, error) => t('page.error.passwordTooShort', error),
  PASSWORD_REPETITIVE: (t) => t('page.error.passwordRepetitive'),
  PASSWORD_NUMERIC: (t) => t('page.error.passwordNumeric'),
  PASSWORD_PERSONAL: (t) => t('page.error.passwordPersonal'),
  PASSWORD_COMMON: (t) => t('page.error.passwordCommon'),
  NAME_TOO_LONG: (t, error) => t('page.error.nameTooLong', error),
  NAME_TOO_SHORT: (t, error) => t('page.error.nameTooShort', error),
  NAME_INVALID: (t) => t('page.error.nameInvalid'),
  NAME_TAKEN: (t) => t('page.error.nameTaken'),
  INVALID_EMAIL: (t) => t('page.error.invalidEmail'),
  EMAIL_WITH_PLUS: (t) => t('page.error.emailWithPlus'),
  EMAIL_OUTSIDE_DOMAINS: (t, error) => t('page.error.emailOutsideDomains', error),
  EMAIL_DISPOSABLE: (t) => t('page.error.emailDisposable'),
  EMAIL_IN_USE: (t) => t('page.error.emailInUse'),
  EMAIL_CHANGE_LINK_INVALID: (t) => t('page.error.emailChangeLinkInvalid'),
  EMAIL_OF_OTHER_ACCOUNT: (t) => t('page.error.emailOfOtherAccount'),
  NO_MAIL_FOR_LINKS: (t) => t('page.error.noLink'),
  NO_MAIL_FOR_SIGN_UP: (t, error) => t('page.join.noMail', error),
  NO_SERVER_URL: (t) => t('page.error.noServerUrl'),
  INVITATION_NEEDED: (t, error) => t('page.join.invitationNeeded', error),
  ACCOUNT_EXISTS: (t) => t('page.error.accountExists'),
  SIGN_IN_FAILED: (t, error) => t('page.error.signInFailed', error),
  SIGN_IN_NOT_GRANTED: (t, error) => t('page.error.signInNotGranted', error),
  SIGN_IN_UNREQUESTED: (t, error) => t('page.error.signInUnrequested', error),
  SIGN_IN_ANSWER_USED: (t) => t('page.error.signInAnswerUsed'),
  PERSON_AMBIGUOUS: (t, error) => t('page.error.personAmbiguous', error),
  PROVIDER_DISABLED: (t, error) => t('page.error.providerDisabled', error),
  PROVIDER_DID_NOT_ASK: (t, error) => t('page.error.providerDidNotAsk', error),
  PROVIDER_OTHER_PERSON: (t, error) => t('page.error.providerOtherPerson', error),
  PROVIDER_WITHOUT_LOGIN_TIME: (t, error) => t('page.error.providerWithoutLoginTime', error),
  PROOF_CROSS_SITE: (t) => t('page.error.proofCrossSite'),
  PROVIDER_ADDRESS_MISSING: (t, error) => t('page.error.providerAddressMissing', error),
  PROVIDER_ADDRESS_UNVERIFIED: (t, error) => t('page.error.providerAddressUnverified', error),
  PROVIDER_ADDRESS_OUTSIDE: (t, error) => t('page.error.providerAddressOutside', error),
  BOT_LOGIN: (t) => t('page.error.botLogin'),
  ADDRESS_UNCONFIRMED: (t, error) => t('page.error.addressUnconfirmed', error),
  ACCOUNT_LINKED_TO_OTHER: (t, error) => t('page.error.accountLinkedToOther', error),
  ACCOUNT_NOT_LINKED: (t, error) => t('page.error.accountNotLinked', error),
  PROVIDER_CREATES_NO_ACCOUNTS: (t, error) => t('page.error.providerCreatesNoAccounts', error),
  INVITATION_NEEDED_FOR_ADDRESS: (t, error) => t('page.error.invitationNeededForAddress', error),
  ORGANIZATION_NAME_MISSING: (t) => t('page.error.organizationNameMissing'),
  ORGANIZATION_NAME_TOO_LONG: (t, error) => t('page.error.organizationNameTooLong', error),
  CALLS_NOT_CONFIGURED: (t, error) => t('page.error.callsNotConfigured', error),
  CALLS_NOT_CONNECTED: (t, error) => t('page.error.callsNotConnected', error),
  CALLS_REFUSED: (t, error) => t('page.error.callsRefused', error),
  CALLS_ATTEMPT_LOST: (t, error) => t('page.error.callsAttemptLost', error),
  CALL_FAILED: (t, error) => t('page.error.callFailed', error),
  CALLS_UNREACHABLE: (t, error) => t('page.error.callsUnreachable', error),
  CALLS_USER_UNKNOWN: (t, error) => t('page.error.callsUserUnknown', error),
  MEETING_LINK_INVALID: (t) => t('page.error.meetingLinkInvalid'),
};

function textOf<C extends PageErrorCode>(t: ServerText, code: C, error: PageErrorOf<C>): string {
  return texts[code](t, error);
}

/** The text of an error on a page. Errors without a code for pages, which no form of a page leads to, are in English. */
export function errorText({ t }: PageTexts, { message, pageError }: ApiError): string {
  return pageError === undefined ? message : textOf(t, pageError.code, pageError);
}
