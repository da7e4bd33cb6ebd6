// The weekly digest in all languages: discussions that a person missed, and new channels.

import { formatList } from './dates.ts';
import type { DigestTexts } from './mail-texts.ts';

export const englishDigest: DigestTexts = {
  subject: (name) => `What happened in ${name} while you were away`,
  topics: 'The busiest topics:',
  senders: (names, others) => {
    const more = others === 0 ? [] : [others === 1 ? 'one other person' : `${others} others`];
    return `Written by ${formatList('en-US', [...names, ...more])}`;
  },
  channels: 'New channels that you can join:',
  moreChannels: (count) =>
    count === 1 ? 'There is one more new channel.' : `There are ${count} more new channels.`,
  hidden: (by) =>
    by === 'organization'
      ? 'You have new messages. Their content is hidden because your organization does not include message content in emails.'
      : 'You have new messages. Their content is hidden because you turned off message content in emails.',
  open: (name) => `See everything in ${name}:`,
  reason: 'You get this email, at most once a week, because you have been away for a few days.',
};

export const germanDigest: DigestTexts = {
  subject: (name) => `Was in ${name} passiert ist, während Sie weg waren`,
  topics: 'Die aktivsten Themen:',
  senders: (names, others) => {
    const more = others === 0 ? [] : [others === 1 ? 'einer weiteren Person' : `${others} weiteren`];
    return `Geschrieben von ${formatList('de-DE', [...names, ...more])}`;
  },
  channels: 'Neue Kanäle, denen Sie beitreten können:',
  moreChannels: (count) =>
    count === 1 ? 'Es gibt einen weiteren neuen Kanal.' : `Es gibt ${count} weitere neue Kanäle.`,
  hidden: (by) =>
    by === 'organization'
      ? 'Sie haben neue Nachrichten. Ihr Inhalt wird nicht angezeigt, weil Ihre Organisation keine Nachrichteninhalte in E-Mails verschickt.'
      : 'Sie haben neue Nachrichten. Ihr Inhalt wird nicht angezeigt, weil Sie Nachrichteninhalte in E-Mails abgeschaltet haben.',
  open: (name) => `Alles in ${name} ansehen:`,
  reason: 'Sie bekommen diese E-Mail höchstens einmal pro Woche, weil Sie einige Tage nicht da waren.',
};

export const frenchDigest: DigestTexts = {
  subject: (name) => `Ce qui s’est passé dans ${name} en votre absence`,
  topics: 'Les sujets les plus actifs :',
  senders: (names, others) => {
    const more = others === 0 ? [] : [others === 1 ? 'une autre personne' : `${others} autres`];
    return `Écrit par ${formatList('fr-FR', [...names, ...more])}`;
  },
  channels: 'Nouveaux canaux que vous pouvez rejoindre :',
  moreChannels: (count) =>
    count === 1 ? 'Il y a un autre nouveau canal.' : `Il y a ${count} autres nouveaux canaux.`,
  hidden: (by) =>
    by === 'organization'
      ? 'Vous avez de nouveaux messages. Leur contenu est masqué, car votre organisation n’inclut pas le contenu des messages dans les e-mails.'
      : 'Vous avez de nouveaux messages. Leur contenu est masqué, car vous avez désactivé le contenu des messages dans les e-mails.',
  open: (name) => `Tout voir dans ${name} :`,
  reason: 'Vous recevez cet e-mail, au plus une fois par semaine, après quelques jours d’absence.',
};

export const spanishDigest: DigestTexts = {
  subject: (name) => `Lo que ocurrió en ${name} durante su ausencia`,
  topics: 'Los temas más activos:',
  senders: (names, others) => {
    const more = others === 0 ? [] : [others === 1 ? 'otra persona' : `otras ${others}`];
    return `Escrito por ${formatList('es-ES', [...names, ...more])}`;
  },
  channels: 'Canales nuevos a los que puede unirse:',
  moreChannels: (count) => (count === 1 ? 'Hay otro canal nuevo.' : `Hay otros ${count} canales nuevos.`),
  hidden: (by) =>
    by === 'organization'
      ? 'Tiene mensajes nuevos. Su contenido está oculto porque su organización no incluye el contenido de los mensajes en los correos.'
      : 'Tiene mensajes nuevos. Su contenido está oculto porque usted desactivó el contenido de los mensajes en los correos.',
  open: (name) => `Verlo todo en ${name}:`,
  reason: 'Recibe este correo, como máximo una vez por semana, porque lleva unos días sin conectarse.',
};
