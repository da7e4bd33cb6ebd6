// Two-factor log-in.

export const secondFactor = {
  'factor.title': 'Two-factor log-in',
  'factor.off':
    'Besides your password, logging in can ask for a second factor, which a thief of the password does not have: a code that an authenticator on your phone shows, or a passkey of this device, a phone or a security key.',
  'factor.on': 'When you log in with your password, a code of your authenticator is asked for.',
  'factor.onPasskey': 'When you log in with your password, a passkey is asked for.',
  'factor.onBoth':
    'When you log in with your password, a code of your authenticator or a passkey is asked for.',
  'factor.required': 'Your organization requires it.',
  'factor.codesLeft': {
    one: '{count} recovery code is left.',
    other: '{count} recovery codes are left.',
  },
  'factor.begin': 'Switch on with an authenticator',
  'factor.add': 'Add an authenticator',
  'factor.other': 'Use another authenticator',
  'factor.endAuthenticator': 'Remove the authenticator',
  'factor.newCodes': 'New recovery codes',
  'factor.end': 'Switch off',
  'factor.begun': 'Two-factor log-in is on.',
  'factor.ended': 'Two-factor log-in is off.',
  'factor.proof': 'Show that it is you.',
  'factor.proofWithCode':
    'Show that it is you: with your password, and a code of the authenticator that you have, or a recovery code.',
  'factor.proofWithPasskey':
    'Show that it is you: with your password, and one of your passkeys, a code of an authenticator, or a recovery code.',
  'factor.code': 'Code',
  'factor.continue': 'Continue',
  'factor.setup':
    'Have an authenticator on your phone read this picture, or type the key into it. Then enter the six digits that it shows.',
  'factor.picture': 'QR code for the authenticator',
  'factor.secret': 'Key for the authenticator',
  'factor.openHere': 'Open it in an authenticator on this device',
  'factor.confirm': 'Confirm',
  'factor.codes': 'Recovery codes',
  'factor.codesText':
    'Keep these codes on paper or in a password safe. Each lets you in once without your phone or passkey. They are not shown again.',
  'factor.download': 'Download',
  'factor.kept': 'I have kept them',
  'factor.passkeys': 'Passkeys',
  'factor.addPasskey': 'Add a passkey',
  'factor.usePasskey': 'Use a passkey',
  'factor.passkeyName': 'Name of the passkey',
  'factor.passkeyNameText':
    'Give the passkey a name that tells you which it is, such as that of this device. Then your browser asks where to keep it.',
  'factor.makePasskey': 'Create the passkey',
  'factor.passkeyNew': 'not used yet',
  'factor.passkeyUsed': 'used {date}',
  'factor.passkeyElsewhere': 'works at {host} only',
  'factor.rename': 'Rename',
  'factor.renameNamed': 'Rename {name}',
  'factor.remove': 'Remove',
  'factor.removeNamed': 'Remove {name}',
  'factor.noPasskeysHere':
    'There are no passkeys at this address: they need one that is a name, not a number, and encrypted (https).',
  'factor.noPasskeysInBrowser': 'This browser has no passkeys.',
  'factor.noPasskey': 'No passkey came. Try once more.',
  'factor.passkeyThere': 'A passkey of yours is there already.',
} as const;
