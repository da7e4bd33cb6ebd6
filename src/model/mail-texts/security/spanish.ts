// The emails that inform people of changes to their account, in Spanish. Each states what to do if the change
// was not theirs.

import { formatTime } from '../dates.ts';
import type { SecurityTexts } from '../mail-texts.ts';

export const spanishSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `Se cambió la dirección de correo de su cuenta en ${organizationName}`,
    paragraphs: [
      `La dirección de correo de su cuenta en ${organizationName} es ahora ${newEmail} en lugar de esta.`,
      'Si no fue usted, avise enseguida a sus administradores. La nueva dirección permite restablecer su contraseña.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Se cambió su contraseña en ${organizationName}`,
    paragraphs: [
      `Se cambió la contraseña de su cuenta ${email} en ${organizationName}.`,
      'Si no fue usted, restablezca enseguida su contraseña y avise a sus administradores.',
      ...(hasBots
        ? [
            'Sus bots conservan sus claves de API. Si otra persona tuvo acceso a su cuenta, sustituya las claves en su configuración.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Se sustituyó su clave de API en ${organizationName}`,
    paragraphs: [
      `Su cuenta ${email} en ${organizationName} tiene una nueva clave de API. Las aplicaciones que usan la anterior deben iniciar sesión de nuevo.`,
      'Si no fue usted, restablezca enseguida su contraseña y avise a sus administradores.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `Nuevo inicio de sesión en ${organizationName} con ${program}`,
    paragraphs: [
      `Su cuenta ${email} en ${organizationName} se usó con un dispositivo o una red nuevos:`,
      `Aplicación: ${program}\nDirección IP: ${address}\nFecha: ${formatTime('es-ES', at)}`,
      'Si no fue usted, restablezca enseguida su contraseña y avise a sus administradores.',
      'Puede desactivar estos correos en su configuración.',
    ],
  }),
  identityLinked: ({ organizationName, email, providerName }) => ({
    subject: `Ya puede iniciar sesión en ${organizationName} con ${providerName}`,
    paragraphs: [
      `Alguien ha iniciado sesión por primera vez en su cuenta ${email} en ${organizationName} con ${providerName}. Desde ahora puede iniciar sesión con esa cuenta de ${providerName}.`,
      'Si no fue usted, restablezca enseguida su contraseña y avise a sus administradores. Al restablecerla también se elimina esta forma de iniciar sesión.',
    ],
  }),
  secondFactorOn: ({ organizationName, email }) => ({
    subject: `La autenticación de dos factores está activada en su cuenta de ${organizationName}`,
    paragraphs: [
      `Se ha activado la autenticación de dos factores en su cuenta ${email} de ${organizationName}. Para iniciar sesión con su contraseña ahora también necesita un código de su aplicación de autenticación. Los navegadores y las aplicaciones con la sesión iniciada la mantienen.`,
      'Si no fue usted, avise enseguida a sus administradores, que pueden desactivarla, y restablezca su contraseña.',
    ],
  }),
  secondFactorOff: ({ organizationName, email }) => ({
    subject: `La autenticación de dos factores está desactivada en su cuenta de ${organizationName}`,
    paragraphs: [
      `Se ha desactivado la autenticación de dos factores en su cuenta ${email} de ${organizationName}. Ahora basta su contraseña para iniciar sesión.`,
      'Si no fueron ni usted ni un administrador, restablezca enseguida su contraseña y avise a sus administradores.',
    ],
  }),
  passkeyAdded: ({ organizationName, email, name }) => ({
    subject: `Se añadió una llave de acceso a su cuenta en ${organizationName}`,
    paragraphs: [
      `Se añadió la llave de acceso «${name}» a su cuenta ${email} en ${organizationName}. Para iniciar sesión con su contraseña ahora también necesita esta llave u otro segundo factor. Los navegadores y las aplicaciones con la sesión iniciada la mantienen.`,
      'Si no fue usted, avise enseguida a sus administradores, que pueden eliminarla, y restablezca su contraseña.',
    ],
  }),
  passkeyRemoved: ({ organizationName, email, name }) => ({
    subject: `Se eliminó una llave de acceso de su cuenta en ${organizationName}`,
    paragraphs: [
      `Se eliminó la llave de acceso «${name}» de su cuenta ${email} en ${organizationName}. Puede seguir iniciando sesión con su otro segundo factor.`,
      'Si no fue usted, restablezca enseguida su contraseña y avise a sus administradores.',
    ],
  }),
  authenticatorRemoved: ({ organizationName, email }) => ({
    subject: `Se eliminó la aplicación de autenticación de su cuenta en ${organizationName}`,
    paragraphs: [
      `Se eliminó la aplicación de autenticación de su cuenta ${email} en ${organizationName}. Puede seguir iniciando sesión con sus llaves de acceso.`,
      'Si no fue usted, restablezca enseguida su contraseña y avise a sus administradores.',
    ],
  }),
  codesTried: ({ organizationName, email }) => ({
    subject: `Alguien intenta adivinar códigos de su cuenta en ${organizationName}`,
    paragraphs: [
      `Alguien que conoce la contraseña de su cuenta ${email} en ${organizationName} ha introducido muchos códigos de autenticación incorrectos. Por ahora estos códigos están bloqueados. Los códigos de recuperación y las llaves de acceso siguen funcionando.`,
      'Si no fue usted, restablezca enseguida su contraseña y avise a sus administradores. Después sus códigos volverán a funcionar.',
    ],
  }),
};
