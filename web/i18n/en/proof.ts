// English texts for the dialog that asks for a recent proof of identity.

export const proof = {
  'proof.title': 'Confirm it’s you',
  'proof.text':
    'This change affects access to your account or organization. You won’t be asked again for ten minutes.',
  'proof.confirm': 'Confirm',
  'proof.code': 'Code from your authenticator app, or a recovery code',
  'proof.orCode': 'Or a code from your authenticator app, or a recovery code',
  'proof.provider': 'Continue with {name}',
  'proof.providerText':
    'Or log in again with your identity provider. You’ll come back to this page; then try again.',
  'proof.onlyProviderText':
    'Log in again with your identity provider. You’ll come back to this page; then try again.',
  'proof.none':
    'You have no password, second factor or identity provider here. Log out, log in again, and try again.',
} as const;
