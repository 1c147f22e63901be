import type { consent as consentEnglish, refusal as refusalEnglish } from '../en/applications.ts'
import type { German } from '../german.ts'

export { assistants } from '@handrail/core/pages/de'

export const consent: German<typeof consentEnglish> = {
  title: '{{name}} verbinden',
  heading: '{{name}} verbinden?',
  asks: 'Die Anwendung möchte in einem Ihrer Arbeitsbereiche für Sie handeln.',
  unverified: 'Ungeprüft',
  own_name:
    '<unverified> Diese Anwendung hat ihren Namen selbst gewählt. Sie möchte in einem Ihrer Arbeitsbereiche für Sie handeln.',
  own_name_described:
    '<unverified> Diese Anwendung hat ihren Namen selbst gewählt und ist unter <host> beschrieben. Sie möchte in einem Ihrer Arbeitsbereiche für Sie handeln.',
  sent_to: 'Es geht weiter zu <host>',
  on_device: 'einer Anwendung auf diesem Gerät ({{scheme}})',
  mixed_scripts:
    'Dieser Name mischt gleich aussehende Buchstaben verschiedener Alphabete, womit sich eine andere Anwendung nachahmen lässt. Prüfen Sie die Adresse.',
  own_computer:
    'Das ist ein Programm auf Ihrem eigenen Computer. Jedes Programm dort könnte so fragen: Machen Sie nur weiter, wenn Sie es gerade selbst verbinden wollten.',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  back: 'Zurück',
  signed_in_as: 'Sie sind angemeldet als {{email}}. Sind Sie das nicht?',
  switch: 'Konto wechseln',
  disconnect: 'Sie können die Anwendung jederzeit trennen, unter Konto.',
  permissions: 'Berechtigungen',
  restrict: 'Zugriff einschränken',
  read_only: 'Nur Lesezugriff, unabhängig von der Auswahl oben',
  changes_data: 'ändert Daten',
  drafts_hint: 'Nichts davon erreicht Kunden, bevor es jemand veröffentlicht.',
  reaches_customers: 'erreicht Kunden',
  sends_data_out: 'sendet Daten nach außen',
  acts_as_customers: 'kann als Kunde handeln',
  marked_hint:
    'Markierte Berechtigungen erreichen Kunden, lassen die Anwendung in deren Namen handeln oder Daten an andere Adressen senden; keine andere in dieser Liste tut das. Wählen Sie eine markierte nur aus, wenn die Anwendung das für Sie tun soll.',
  unmarked_hint:
    'Keine Berechtigung in dieser Liste erreicht Kunden, lässt die Anwendung in deren Namen handeln oder Daten an andere Adressen senden.',
  links_hint: 'Mit so einem Link kann die Anwendung im Namen des Kunden antworten, Dateien senden und freigeben.',
  sends_hint: 'Erreicht Kunden per E-Mail oder Nachricht.',
  ends_hint: 'Kann abschließen, beenden oder löschen, woran Kunden arbeiten.',
  publishes_hint: 'Ändert, welche Leitfäden Kunden sehen.',
  forwards_hint:
    'Lässt Daten des Arbeitsbereichs an Adressen senden, die die Anwendung bestimmt, auch solche, die sie selbst nicht lesen kann.',
  group_records: 'Kontakte, Einschreibungen und Leitfäden',
  group_guides: 'Leitfäden schreiben',
  group_insights: 'Einblicke',
  group_messages: 'Nachrichten',
  group_imports: 'Viele auf einmal',
  group_settings: 'Einstellungen des Arbeitsbereichs',
  not_in_role: 'Ihre Rolle erlaubt das nicht.',
  in_workspace: 'Im Arbeitsbereich',
  no_api: 'Der Tarif dieses Arbeitsbereichs enthält keinen API-Zugang.',
  nothing_in_role: 'Ihre Rolle umfasst keine der angefragten Berechtigungen.',
  missing: 'Ihre Rolle erlaubt nicht: {{scopes}}.',
}

export const refusal: German<typeof refusalEnglish> = {
  title: '{{name}} kann nicht verbunden werden',
  text: '<unverified> Diese Anwendung hat ihren Namen selbst gewählt und eine ungültige Anfrage gesendet. Es wurde kein Zugriff erlaubt.',
  leads_to: 'Zurück geht es zu <host>.',
}
