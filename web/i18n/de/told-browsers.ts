// Benachrichtigt werden, wenn keine Seite offen ist.

import type { TranslationOf } from '../catalogue.ts';
import type { toldBrowsers as english } from '../en/told-browsers.ts';

export const toldBrowsers: TranslationOf<typeof english> = {
  'told.title': 'Wenn kein Tab offen ist',
  'told.text':
    'Der Push-Dienst Ihres Browsers oder einer App kann bringen, was am Telefon gezeigt würde. Er erfährt, dass etwas kam und wann, aber nicht, was.',
  'told.switch': 'Diesen Browser auch benachrichtigen, wenn kein Tab offen ist',
  'told.insecure': 'Dieser Browser kann nur benachrichtigt werden, wo die Adresse mit https:// beginnt.',
  'told.unsupported':
    'Dieser Browser kann ohne offenen Tab nicht benachrichtigt werden. Auf einem iPhone oder iPad legen Sie diese Seite zuerst auf den Home-Bildschirm und öffnen sie dort.',
  'told.failed':
    'Der Push-Dienst dieses Browsers hat nicht geantwortet. Manche Browser haben keinen oder schalten ihn in privaten Fenstern oder in ihren Einstellungen ab.',
  'told.list': 'Browser und Apps, die benachrichtigt werden',
  'told.app': 'Eine App',
  'told.never': 'noch nicht benachrichtigt',
  'told.last': 'benachrichtigt {date}',
  'told.failing': 'nicht erreicht seit {date}',
  'told.remove': 'Entfernen',
  'told.removeNamed': 'Entfernen: {name}',
  'told.try': 'Zur Probe benachrichtigen',
  'told.tried': 'Unterwegs',
};
