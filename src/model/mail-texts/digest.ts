// The weekly digest in all languages: discussions that a person missed, and new channels.

import { listIn } from './dates.ts';
import type { DigestTexts } from './mail-texts.ts';

export const englishDigest: DigestTexts = {
  subject: (name) => `What happened in ${name} while you were away`,
  topics: 'The busiest topics:',
  wrote: (names, others) => {
    const more = others === 0 ? [] : [others === 1 ? 'one other person' : `${others} others`];
    return `Written by ${listIn('en-US', [...names, ...more])}`;
  },
  channels: 'New channels that you can join:',
  moreChannels: (count) => (count === 1 ? 'One more channel is new.' : `${count} more channels are new.`),
  hidden: (by) =>
    by === 'organization'
      ? 'There is news for you. It is not shown here, since your organization does not allow the content of messages in mail.'
      : 'There is news for you. It is not shown here, since your settings keep the content of messages out of mail.',
  open: (name) => `See all of it in ${name}:`,
  because: 'You get this mail, at most once a week, because you have been away for some days.',
};

export const germanDigest: DigestTexts = {
  subject: (name) => `Was in ${name} geschah, während Sie weg waren`,
  topics: 'Wo am meisten geschrieben wurde:',
  wrote: (names, others) => {
    const more = others === 0 ? [] : [others === 1 ? 'einer weiteren Person' : `${others} weiteren`];
    return `Geschrieben von ${listIn('de-DE', [...names, ...more])}`;
  },
  channels: 'Neue Kanäle, denen Sie beitreten können:',
  moreChannels: (count) =>
    count === 1 ? 'Ein weiterer Kanal ist neu.' : `${count} weitere Kanäle sind neu.`,
  hidden: (by) =>
    by === 'organization'
      ? 'Es gibt Neues für Sie. Es steht nicht hier, weil Ihre Organisation den Inhalt von Nachrichten in E-Mails nicht erlaubt.'
      : 'Es gibt Neues für Sie. Es steht nicht hier, weil Sie den Inhalt von Nachrichten in E-Mails abgeschaltet haben.',
  open: (name) => `Alles in ${name} ansehen:`,
  because: 'Sie bekommen diese E-Mail, höchstens einmal in der Woche, weil Sie einige Tage nicht da waren.',
};

export const frenchDigest: DigestTexts = {
  subject: (name) => `Ce qui s’est passé dans ${name} en votre absence`,
  topics: 'Là où l’on a le plus écrit :',
  wrote: (names, others) => {
    const more = others === 0 ? [] : [others === 1 ? 'une autre personne' : `${others} autres`];
    return `Écrit par ${listIn('fr-FR', [...names, ...more])}`;
  },
  channels: 'Nouveaux canaux que vous pouvez rejoindre :',
  moreChannels: (count) =>
    count === 1 ? 'Un autre canal est nouveau.' : `${count} autres canaux sont nouveaux.`,
  hidden: (by) =>
    by === 'organization'
      ? 'Il y a du nouveau pour vous. Rien n’est montré ici, car votre organisation ne permet pas le contenu des messages dans les e-mails.'
      : 'Il y a du nouveau pour vous. Rien n’est montré ici, car vos paramètres excluent le contenu des messages des e-mails.',
  open: (name) => `Tout voir dans ${name} :`,
  because:
    'Vous recevez cet e-mail, au plus une fois par semaine, après quelques jours sans visite de votre part.',
};

export const spanishDigest: DigestTexts = {
  subject: (name) => `Lo que ocurrió en ${name} durante su ausencia`,
  topics: 'Donde más se ha escrito:',
  wrote: (names, others) => {
    const more = others === 0 ? [] : [others === 1 ? 'otra persona' : `otras ${others}`];
    return `Escrito por ${listIn('es-ES', [...names, ...more])}`;
  },
  channels: 'Canales nuevos a los que puede unirse:',
  moreChannels: (count) => (count === 1 ? 'Hay otro canal nuevo.' : `Hay otros ${count} canales nuevos.`),
  hidden: (by) =>
    by === 'organization'
      ? 'Hay novedades para usted. No se muestran aquí, porque su organización no permite el contenido de mensajes en el correo.'
      : 'Hay novedades para usted. No se muestran aquí, porque su configuración excluye el contenido de mensajes del correo.',
  open: (name) => `Verlo todo en ${name}:`,
  because:
    'Recibe este correo, como mucho una vez por semana, porque no ha estado allí desde hace algunos días.',
};
