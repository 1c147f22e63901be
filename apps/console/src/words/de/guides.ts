import type { guides as guidesEnglish, publish as publishEnglish, templates as templatesEnglish } from '../en/guides.ts'
import type { Same } from '../keys.ts'

export const guides: Same<typeof guidesEnglish> = {
  guide: 'Leitfaden',
  title: 'Titel',
  description: 'Beschreibung',
  new: 'Neuer Leitfaden',
  create: 'Leitfaden anlegen',
  begin_with: 'Beginnen mit',
  first_section: 'Erste Schritte',
  none: 'Noch kein Leitfaden',
  none_text: 'Ein Leitfaden führt einen Kunden Schritt für Schritt durch alles.',
  no_match: 'Kein Leitfaden passt',
  find: 'Leitfaden suchen',
  states: 'Zustände',
  state: {
    title: 'Zustand',
    all: 'Alle',
    published: 'Veröffentlicht',
    draft: 'Entwürfe',
    archived: 'Archiviert',
    one_published: 'Veröffentlicht',
    one_draft: 'Entwurf',
    one_archived: 'Archiviert',
  },
  changed: 'Letzte Änderung',
  not_published: 'Änderungen nicht veröffentlicht',
  sections_one: '{{count}} Abschnitt',
  sections_other: '{{count}} Abschnitte',
  steps_one: '{{count}} Schritt',
  steps_other: '{{count}} Schritte',
  duplicate: 'Verdoppeln',
  copy_of: 'Kopie von {{title}}',
  archive: 'Archivieren',
  archive_title: '{{title}} archivieren?',
  archive_text:
    'Niemand kann neu eingeschrieben werden. Wer unterwegs ist, kann abschließen. Veröffentlichen holt ihn zurück.',
  archived: '{{title}} archiviert',
  bring_back: 'Wieder veröffentlichen',
  published: '{{title}} ist veröffentlicht',
  delete: 'Leitfaden löschen',
  delete_title: '{{title}} löschen?',
  delete_text:
    'Alles darin Geschriebene ist verloren. Ein Leitfaden, in den jemand eingeschrieben war, kann nur archiviert werden.',
}

export const templates: Same<typeof templatesEnglish> = {
  empty: 'Leerer Leitfaden',
  empty_text: 'Ein Abschnitt, sonst nichts',
  kick_off: 'SaaS-Start',
  kick_off_text: 'Von der ersten Anmeldung zum ersten Ergebnis',
  data_migration: 'Datenumzug',
  data_migration_text: 'Daten mitnehmen, ohne etwas zu verlieren',
  payroll: 'Lohnabrechnung einrichten',
  payroll_text: 'Firma, Menschen, Probelauf, erster Zahltag',
  agency_intake: 'Agentur: neuer Kunde',
  agency_intake_text: 'Briefing, Marke, Zugänge und das erste Treffen',
  first_week: 'Erste Woche im Team',
  first_week_text: 'Alles, was neue Kollegen brauchen',
  security_review: 'Sicherheitsprüfung',
  security_review_text: 'Fragen, Dokumente und eine Entscheidung',
}

export const publish: Same<typeof publishEnglish> = {
  title: '{{title}} veröffentlichen?',
  first: 'Danach können Kontakte eingeschrieben werden. Sie können ihn jederzeit ändern und wieder veröffentlichen.',
  back: 'Er ist jetzt archiviert. Kontakte können danach wieder eingeschrieben werden.',
  version: 'Fassung {{number}} veröffentlichen',
  affected_one: '{{count}} Kontakt ist unterwegs und behält die begonnene Fassung. Neue bekommen Fassung {{number}}.',
  affected_other:
    '{{count}} Kontakte sind unterwegs und behalten die begonnene Fassung. Neue bekommen Fassung {{number}}.',
  move: 'Auch die, die unterwegs sind, auf Fassung {{number}} umziehen',
  kind: {
    added: 'Neu',
    changed: 'Geändert',
    removed: 'Entfernt',
    moved: 'Verschoben',
    guide: 'Leitfaden',
  },
  mark: {
    added: 'Noch nicht veröffentlicht',
    changed: 'Seit der Veröffentlichung geändert',
    moved: 'Seit der Veröffentlichung verschoben',
  },
}
