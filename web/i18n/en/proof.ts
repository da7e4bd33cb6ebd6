// Confirming that it is you.

export const proof = {
  'proof.title': 'Confirm it’s you',
  'proof.text':
    'This changes who can use your account or your organization. You are not asked again for ten minutes.',
  'proof.confirm': 'Confirm',
  'proof.code': 'A code of your authenticator, or a recovery code',
  'proof.orCode': 'Or a code of your authenticator, or a recovery code',
  'proof.provider': 'Continue with {name}',
  'proof.providerText':
    'Or log in once more where you log in otherwise. You come back to this page; then try again.',
  'proof.onlyProviderText':
    'You log in once more where you usually do, and come back to this page. Then try again.',
  'proof.none': 'You have no password, second factor or provider here. Log out, log in again, and try again.',
} as const;
