import type {
  plan as english,
  holds_up as holdsUpEnglish,
  plan_timeline as planTimelineEnglish,
  see_as as seeAsEnglish,
} from '../en/plan.ts'
import type { Same } from '../same.ts'

export const plan: Same<typeof english> = {
  nobody: 'Noch niemand',
  internal_count: 'Nur für uns: {{done}} von {{of}}',
  skipped: 'Übersprungen',
  skip: 'Überspringen',
  skipped_now: '„{{step}}“ ist übersprungen',
  unskip: 'Wieder aufnehmen',
  reopen: 'Wieder öffnen',
  reopened: '„{{step}}“ ist wieder offen',
  give: '{{name}} übergeben',
  given: '{{name}} macht „{{step}}“',
  submitted: 'Gesendet, wartet auf Prüfung',
  sent_at: 'Gesendet {{time}}',
  changes_asked: 'Änderungen erbeten',
  changes_asked_by: '{{name}} bittet um Änderungen',
  review: 'Prüfen',
  review_step: '„{{step}}“ prüfen',
  see_rounds: 'Gesendetes ansehen',
  accepted_by: 'angenommen von {{name}}',
  approved_by: 'Freigegeben von {{name}}, {{date}}',
  by_guide: 'Wie es der Leitfaden sagt',
  by_guide_now: 'Wer „{{step}}“ macht, sagt der Leitfaden',
}

export const plan_timeline: Same<typeof planTimelineEnglish> = {
  title: 'Zeitachse',
  as_table: 'Als Tabelle',
  scale: 'Einteilung',
  scales: { days: 'Tage', weeks: 'Wochen', months: 'Monate' },
  what: 'Abschnitt und Schritt',
  ours: 'Wir',
  theirs: 'Kunde',
  done_on: 'Erledigt {{date}}',
  to_review: 'Zu prüfen',
  forecast: 'Prognose {{date}}',
  no_date: 'Ohne Termin',
  none: 'Es gibt noch keine Termine',
  hint: 'Verschieben Sie einen Termin im Plan, und alles, was davon abhängt, bewegt sich hier mit.',
  kind: {
    done: 'Erledigt',
    planned: 'Geplant',
    review: 'Zu prüfen',
    forecast: 'Prognose nach dem Plan',
    late: 'Zu spät',
    ours: 'Punkte: von uns',
  },
  column: { starts: 'Beginnt', due: 'Fällig', expected: 'Prognose', done: 'Erledigt', state: 'Stand' },
}

export const holds_up: Same<typeof holdsUpEnglish> = {
  remind: '{{name}} erinnern',
  remind_two: '{{name}} und {{other}} erinnern',
  remind_many: '{{count}} Personen erinnern',
  ours_step: 'Bei uns: {{title}}',
  ours_review: 'Bei uns: „{{title}}“ prüfen',
  ours_open_section: 'Bei uns: „{{title}}“ öffnen',
  had_mail: '{{name}} hat heute schon eine Mail bekommen: niemand bekommt mehr als eine Erinnerung am Tag',
  opted_out: '{{name}} möchte keine Erinnerungen',
}

export const see_as: Same<typeof seeAsEnglish> = {
  button: 'Ansehen als …',
  who: 'Ansehen als',
  primary: '{{name}}, Hauptkontakt',
  frame: 'Die Seite von {{name}}',
  nothing_done: 'Nichts, was Sie hier tun, hat eine Wirkung',
  back: 'Zurück zum Plan',
}
