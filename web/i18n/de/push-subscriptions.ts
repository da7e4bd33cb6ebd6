// German texts for push notifications while no tab is open.

import type { TranslationOf } from '../catalogue.ts';
import type { pushSubscriptions as english } from '../en/push-subscriptions.ts';

export const pushSubscriptions: TranslationOf<typeof english> = {
  'pushSubscriptions.title': 'Wenn kein Tab offen ist',
  'pushSubscriptions.text':
    'Der Push-Dienst Ihres Browsers kann Benachrichtigungen zustellen. Er erfährt, dass etwas angekommen ist und wann, aber nicht, was.',
  'pushSubscriptions.switch': 'Diesen Browser auch benachrichtigen, wenn kein Tab offen ist',
  'pushSubscriptions.insecure': 'Dafür muss die Adresse mit https:// beginnen.',
  'pushSubscriptions.unsupported':
    'Dieser Browser unterstützt keine Benachrichtigungen ohne offenen Tab. Legen Sie auf einem iPhone oder iPad diese Seite auf den Home-Bildschirm und öffnen Sie sie dort.',
  'pushSubscriptions.failed':
    'Der Push-Dienst dieses Browsers hat nicht geantwortet. Manche Browser haben keinen oder schalten ihn in privaten Fenstern oder in ihren Einstellungen ab.',
  'pushSubscriptions.list': 'Browser und Apps mit Benachrichtigungen',
  'pushSubscriptions.app': 'Eine App',
  'pushSubscriptions.never': 'noch keine Benachrichtigungen',
  'pushSubscriptions.last': 'zuletzt benachrichtigt {date}',
  'pushSubscriptions.failing': 'nicht erreichbar seit {date}',
  'pushSubscriptions.remove': 'Entfernen',
  'pushSubscriptions.removeNamed': 'Entfernen: {name}',
  'pushSubscriptions.try': 'Test senden',
  'pushSubscriptions.tried': 'Gesendet',
};
