import type { exports as english } from '../../en/settings/exports.ts'
import type { Same } from '../../keys.ts'

export const exports: Same<typeof english> = {
  action: 'Exportieren',
  title: 'Export',
  lead: 'Alles aus diesem Arbeitsbereich, zum Aufheben oder Mitnehmen.',
  whole: 'Der ganze Arbeitsbereich',
  whole_text:
    'Ein Zip-Archiv: Kontakte, Organisationen, Leitfäden in allen Fassungen, Einschreibungen mit Antworten und Nachrichten, E-Mails und das Protokoll als JSON-Zeilen, dazu die Dateien, die Menschen geschickt haben. Passwörter, Schlüssel und Links, die etwas öffnen, sind nicht dabei.',
  whole_action: 'Archiv herunterladen',
  keep: 'Wer diese Datei hat, kann alles darin lesen. Bewahren Sie sie auf wie eine Sicherung.',
  contact_data: 'Alle Daten herunterladen',
  erase: 'Endgültig löschen',
  erase_title: '{{name}} endgültig löschen?',
  erase_text:
    'Der Kontakt, seine Einschreibungen, Antworten, Dateien, Nachrichten und E-Mails werden gelöscht und lassen sich nicht zurückholen. Das Protokoll vermerkt, dass es geschah, ohne den Namen.',
  erased: '{{name}} endgültig gelöscht',
  guide_json: 'Als JSON speichern',
  from_json: 'JSON öffnen',
  not_a_guide: 'Diese Datei ist kein Leitfaden, der als JSON gespeichert wurde.',
}
