import type { exports as english } from '../../en/settings/exports.ts'
import type { Same } from '../../same.ts'

export const exports: Same<typeof english> = {
  action: 'Exportieren',
  format: { csv: 'CSV (.csv)', xlsx: 'Excel (.xlsx)' },
  title: 'Export',
  lead: 'Alle Daten dieses Arbeitsbereichs, zum Aufbewahren oder Mitnehmen.',
  whole: 'Der ganze Arbeitsbereich',
  whole_text:
    'Ein Zip-Archiv: Kontakte, Organisationen, Leitfäden in allen Fassungen, Einschreibungen mit Antworten und Nachrichten, E-Mails und das Protokoll als JSON-Zeilen, dazu die hochgeladenen Dateien. Passwörter, Schlüssel und Zugangslinks sind nicht enthalten.',
  whole_action: 'Archiv herunterladen',
  keep: 'Wer diese Datei hat, kann alles darin lesen. Bewahren Sie sie so sicher auf wie eine Sicherung.',
  contact_data: 'Alle Daten herunterladen',
  erase: 'Endgültig löschen',
  erase_title: '{{name}} endgültig löschen?',
  erase_text:
    'Der Kontakt, seine Einschreibungen, Antworten, Dateien, Nachrichten und E-Mails werden gelöscht und lassen sich nicht wiederherstellen. Das Protokoll vermerkt das ohne den Namen.',
  erased: '{{name}} endgültig gelöscht',
  guide_json: 'Als JSON speichern',
  from_json: 'JSON öffnen',
  not_a_guide: 'Diese Datei ist kein als JSON gespeicherter Leitfaden.',
}
