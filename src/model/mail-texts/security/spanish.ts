// The mails that inform people of changes to their account, in Spanish. Each states what to do if the change
// was not theirs.

import { momentIn } from '../dates.ts';
import type { SecurityTexts } from '../mail-texts.ts';

export const spanishSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `Se cambió la dirección de su cuenta en ${organizationName}`,
    paragraphs: [
      `Su cuenta en ${organizationName} tiene ahora la dirección ${newEmail} en lugar de esta.`,
      'Si no fue usted, avise enseguida a los administradores: quien lo hizo puede pedir una contraseña nueva para su cuenta.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Se cambió su contraseña en ${organizationName}`,
    paragraphs: [
      `Se cambió la contraseña de su cuenta ${email} en ${organizationName}.`,
      'Si no fue usted, elija enseguida una nueva con «olvidé mi contraseña» y avise a los administradores.',
      ...(hasBots
        ? [
            'Sus bots conservan sus claves de API. Si otra persona entró en su cuenta, dé a cada bot una nueva en la configuración.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Se sustituyó su clave de API en ${organizationName}`,
    paragraphs: [
      `La cuenta ${email} en ${organizationName} tiene una nueva clave de API; los programas que usan la anterior deben iniciar sesión de nuevo.`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña» y avise a los administradores.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `Nuevo inicio de sesión en ${organizationName} con ${program}`,
    paragraphs: [
      `Alguien (probablemente usted) ha iniciado sesión en su cuenta ${email} en ${organizationName} de una manera que no se había visto antes:`,
      `Programa: ${program}\nDirección: ${address}\nFecha: ${momentIn('es-ES', at)}`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña» y avise a los administradores.',
      'Puede desactivar estos mensajes en su configuración.',
    ],
  }),
  providerBound: ({ organizationName, email, providerName }) => ({
    subject: `Nueva forma de iniciar sesión en ${organizationName}: ${providerName}`,
    paragraphs: [
      `Alguien (probablemente usted) ha iniciado sesión por primera vez en su cuenta ${email} en ${organizationName} con ${providerName}. Desde ahora esa cuenta de ${providerName} abre la suya.`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña», lo que le pone fin, y avise a los administradores.',
    ],
  }),
  secondFactorOn: ({ organizationName, email }) => ({
    subject: `Una aplicación de autenticación protege su cuenta en ${organizationName}`,
    paragraphs: [
      `Se ha activado el inicio de sesión en dos pasos para su cuenta ${email} en ${organizationName}: después de la contraseña se pide el código de una aplicación de autenticación. Los navegadores y programas que ya tienen la sesión iniciada la conservan.`,
      'Si no fue usted, avise enseguida a los administradores, que pueden desactivarlo, y elija una contraseña nueva con «olvidé mi contraseña».',
    ],
  }),
  secondFactorOff: ({ organizationName, email }) => ({
    subject: `Ningún segundo factor protege ya su cuenta en ${organizationName}`,
    paragraphs: [
      `Se ha desactivado el inicio de sesión en dos pasos para su cuenta ${email} en ${organizationName}: basta la contraseña para iniciar sesión.`,
      'Si no fue usted, ni un administrador a petición suya, elija enseguida una contraseña nueva con «olvidé mi contraseña» y avise a los administradores.',
    ],
  }),
  passkeyAdded: ({ organizationName, email, name }) => ({
    subject: `Se añadió una llave de acceso a su cuenta en ${organizationName}`,
    paragraphs: [
      `Se añadió la llave de acceso «${name}» a su cuenta ${email} en ${organizationName}: después de la contraseña se pide un segundo factor, y esta llave es uno. Los navegadores y programas que ya tienen la sesión iniciada la conservan.`,
      'Si no fue usted, avise enseguida a los administradores, que pueden eliminarla, y elija una contraseña nueva con «olvidé mi contraseña».',
    ],
  }),
  passkeyRemoved: ({ organizationName, email, name }) => ({
    subject: `Se eliminó una llave de acceso de su cuenta en ${organizationName}`,
    paragraphs: [
      `La llave de acceso «${name}» ya no abre su cuenta ${email} en ${organizationName}. Su otro segundo factor sigue valiendo.`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña» y avise a los administradores.',
    ],
  }),
  authenticatorRemoved: ({ organizationName, email }) => ({
    subject: `Se eliminó la aplicación de autenticación de su cuenta en ${organizationName}`,
    paragraphs: [
      `Los códigos de una aplicación de autenticación ya no abren su cuenta ${email} en ${organizationName}. Sus llaves de acceso siguen valiendo.`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña» y avise a los administradores.',
    ],
  }),
  codesTried: ({ organizationName, email }) => ({
    subject: `Alguien prueba códigos de su cuenta en ${organizationName}`,
    paragraphs: [
      `Alguien que conoce la contraseña de su cuenta ${email} en ${organizationName} ha escrito muchos códigos equivocados de su aplicación de autenticación. Por ahora no vale ningún código; los códigos de recuperación y las llaves de acceso sí.`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña», tras lo cual sus códigos vuelven a valer, y avise a los administradores.',
    ],
  }),
};
