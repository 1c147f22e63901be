import * as shared from '@handrail/core/pages/de'
import type { account as english } from '../../en/settings/account.ts'
import type { Same } from '../../same.ts'

export const account: Same<typeof english> = {
  title: 'Ihr Konto',
  email: 'E-Mail',
  name: 'Name',
  password: 'Passwort',
  current_password: 'Jetziges Passwort',
  new_password: 'Neues Passwort',
  code: 'Code',
  preferences: 'Sprache, Farben und Tastatur',
  character_keys: 'Kürzel mit einer einzelnen Taste',
  character_keys_text:
    'Zum Beispiel J für die nächste Zeile, G und dann C für eine Seite und ? für die Übersicht der Kürzel. Schalten Sie sie aus, wenn Sie diktieren oder Tasten aus Versehen drücken. Strg K bleibt. Gilt in diesem Browser.',
  mail: 'Ihre E-Mails',
  mail_text:
    'Eine Zusammenfassung kommt an Arbeitstagen am Morgen, wenn in {{workspace}} etwas auf Sie wartet oder sich geändert hat. Wählen Sie, was sie enthält.',
  mail_kind: {
    steps: 'Ihre Schritte, die zu spät oder in den nächsten zwei Arbeitstagen fällig sind',
    questions: 'Fragen, die niemand gelesen oder beantwortet hat',
    reviews: 'Was Kunden Ihnen zur Prüfung gesendet haben',
    turned_late: 'Kunden, die in Verzug geraten sind',
    mentions: 'Erwähnungen in internen Notizen, sofort, wenn Sie sie nicht schon gelesen haben',
  },
  calendar: 'Kalender mit Ihren Terminen',
  calendar_text:
    'Ein Kalenderprogramm zeigt, wann Ihre Schritte in {{workspace}} fällig sind. Wer die Adresse hat, sieht sie.',
  calendar_make: 'Adresse holen',
  calendar_renew: 'Neue Adresse',
  calendar_remove: 'Abschalten',
  session_ended: 'Sitzung beendet',
  renew_title: 'Neue Wiederherstellungscodes erstellen?',
  renew_text: 'Die jetzigen Codes gelten dann nicht mehr.',
  remove_title: 'Zweiten Faktor entfernen?',
  remove_text: 'Zum Anmelden genügt dann allein Ihr Passwort.',
  ...shared.account,
}

export { assistants, connections as own_connections, second_factor } from '@handrail/core/pages/de'
