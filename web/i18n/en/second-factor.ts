// English texts for two-factor authentication.

export const secondFactor = {
  'factor.title': 'Two-factor authentication',
  'factor.off':
    'Protect your account with a second factor, something an attacker who knows your password doesn’t have: a code from an authenticator app on your phone, or a passkey on this device, a phone or a security key.',
  'factor.on': 'When you log in with your password, you also enter a code from your authenticator app.',
  'factor.onPasskey': 'When you log in with your password, you also use a passkey.',
  'factor.onBoth':
    'When you log in with your password, you also enter a code from your authenticator app or use a passkey.',
  'factor.required': 'Your organization requires it.',
  'factor.codesLeft': {
    one: '{count} recovery code is left.',
    other: '{count} recovery codes are left.',
  },
  'factor.begin': 'Set up an authenticator app',
  'factor.add': 'Add an authenticator app',
  'factor.other': 'Use another authenticator app',
  'factor.endAuthenticator': 'Remove authenticator app',
  'factor.newCodes': 'New recovery codes',
  'factor.end': 'Turn off',
  'factor.begun': 'Two-factor authentication is on.',
  'factor.ended': 'Two-factor authentication is off.',
  'factor.proof': 'Confirm it’s you.',
  'factor.proofWithCode':
    'Confirm it’s you with your password and a code from your current authenticator app, or a recovery code.',
  'factor.proofWithPasskey':
    'Confirm it’s you with your password and a passkey, a code from an authenticator app, or a recovery code.',
  'factor.code': 'Code',
  'factor.continue': 'Continue',
  'factor.setup':
    'Scan this QR code with an authenticator app on your phone, or type in the key. Then enter the six-digit code it shows.',
  'factor.picture': 'QR code for the authenticator app',
  'factor.secret': 'Key for the authenticator app',
  'factor.openHere': 'Open in an authenticator app on this device',
  'factor.confirm': 'Confirm',
  'factor.codes': 'Recovery codes',
  'factor.codesText':
    'Save these codes on paper or in a password manager. Each lets you in once without your phone or passkey. They won’t be shown again.',
  'factor.download': 'Download',
  'factor.kept': 'I saved them',
  'factor.passkeys': 'Passkeys',
  'factor.addPasskey': 'Add a passkey',
  'factor.usePasskey': 'Use a passkey',
  'factor.passkeyName': 'Passkey name',
  'factor.passkeyNameText':
    'Choose a name that helps you recognize it, for example this device’s name. Your browser then asks where to save the passkey.',
  'factor.makePasskey': 'Create passkey',
  'factor.passkeyNew': 'not used yet',
  'factor.passkeyUsed': 'used {date}',
  'factor.passkeyElsewhere': 'works at {host} only',
  'factor.rename': 'Rename',
  'factor.renameNamed': 'Rename {name}',
  'factor.remove': 'Remove',
  'factor.removeNamed': 'Remove {name}',
  'factor.noPasskeysHere':
    'Passkeys need a domain name and an encrypted connection (https), which this address doesn’t have.',
  'factor.noPasskeysInBrowser': 'This browser doesn’t support passkeys.',
  'factor.noPasskey': 'No passkey was received. Try again.',
  'factor.passkeyThere': 'You already have a passkey here.',
} as const;
