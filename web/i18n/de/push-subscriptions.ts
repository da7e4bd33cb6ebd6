// German texts for push notifications while no tab is open.

import type { TranslationOf } from '../catalogue.ts';
import type { pushSubscriptions as english } from '../en/push-subscriptions.ts';

export const pushSubscriptions: TranslationOf<typeof english> = {
  'told.title': 'Wenn kein Tab offen ist',
  'told.text':
    'Der Push-Dienst Ihres Browsers kann Benachrichtigungen zustellen. Er erfährt, dass etwas angekommen ist und wann, aber nicht, was.',
  'told.switch': 'Diesen Browser auch benachrichtigen, wenn kein Tab offen ist',
  'told.insecure': 'Dafür muss die Adresse mit https:// beginnen.',
  'told.unsupported':
    'Dieser Browser unterstützt keine Benachrichtigungen ohne offenen Tab. Legen Sie auf einem iPhone oder iPad diese Seite auf den Home-Bildschirm und öffnen Sie sie dort.',
  'told.failed':
    'Der Push-Dienst dieses Browsers hat nicht geantwortet. Manche Browser haben keinen oder schalten ihn in privaten Fenstern oder in ihren Einstellungen ab.',
  'told.list': 'Browser und Apps mit Benachrichtigungen',
  'told.app': 'Eine App',
  'told.never': 'noch keine Benachrichtigungen',
  'told.last': 'zuletzt benachrichtigt {date}',
  'told.failing': 'nicht erreichbar seit {date}',
  'told.remove': 'Entfernen',
  'told.removeNamed': 'Entfernen: {name}',
  'told.try': 'Test senden',
  'told.tried': 'Gesendet',
};
