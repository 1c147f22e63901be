import { expect, test } from 'vitest'
import { readingOf } from './reading.ts'

const EASY = {
  en: 'We are glad that you are here. Press the red button. You get a mail. Open it and press the link. Then you can see your list. Add the names of the people in your team. That is all for now.',
  de: 'Schön, dass Sie da sind. Drücken Sie auf den roten Knopf. Sie bekommen eine Mail. Öffnen Sie sie und drücken Sie auf den Link. Dann sehen Sie die Liste. Tragen Sie die Namen ein. Das ist alles.',
  es: 'Nos alegra que esté aquí. Pulse el botón rojo. Va a ver un correo. Abra el correo y pulse en la línea azul. Ya ve la lista. Ponga los nombres de su equipo. Eso es todo por hoy.',
  fr: 'Nous sommes ravis de vous voir. Cliquez sur le bouton rouge. Vous avez un mail. Ouvrez le mail et cliquez sur la ligne bleue. Vous voyez la liste. Mettez les noms de votre équipe. Et voilà.',
}

const HARD = {
  en: 'Notwithstanding the aforementioned organisational considerations, the administrator is responsible for the comprehensive reconfiguration of all authentication mechanisms and for the documentation of the corresponding authorisation procedures, including those of all international subsidiaries and of associated companies.',
  de: 'Unbeschadet der vorgenannten organisatorischen Voraussetzungen verantwortet die Administration die vollständige Neukonfiguration sämtlicher Authentifizierungsverfahren sowie die Dokumentation der entsprechenden Berechtigungskonzepte einschließlich der internationalen Tochtergesellschaften für die Verwaltungsabteilungen und nicht zuletzt die Geschäftsführung mit ihren Stellvertretungen.',
  es: 'Independientemente de las consideraciones organizativas anteriormente mencionadas, la administración es responsable de la reconfiguración completa de los procedimientos de autenticación y de la documentación de las autorizaciones correspondientes, incluidas las empresas internacionales.',
  fr: 'Indépendamment des considérations organisationnelles susmentionnées, l’administration est responsable de la reconfiguration complète des procédures d’authentification et de la documentation des autorisations correspondantes, y compris pour les filiales internationales de la société.',
}

test.each(['en', 'de', 'es', 'fr'] as const)('reading age: plain and heavy texts are told apart in %s', (language) => {
  const [easy, hard] = [readingOf([EASY[language]]), readingOf([HARD[language]])]
  expect([easy?.language, hard?.language]).toEqual([language, language])
  expect(easy?.age, 'plain').toBeLessThanOrEqual(12)
  expect(hard?.age, 'heavy').toBeGreaterThanOrEqual(16)
})

test('reading age: few words tell nothing, and marks and addresses are no words', () => {
  expect(readingOf(['Press the button.'])).toBeUndefined()
  expect(readingOf([`[link](https://example.com/${'a/'.repeat(500)}) **`])).toBeUndefined()
})
