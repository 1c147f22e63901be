import type { plan as english } from '../en/plan.ts'
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
