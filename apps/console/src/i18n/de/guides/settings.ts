import type { guide_settings as guide_settingsEnglish } from '../../en/guides/settings.ts'
import type { Same } from '../../same.ts'

export const guide_settings: Same<typeof guide_settingsEnglish> = {
  title: 'Einstellungen',
  back: 'Zurück zu den Schritten',
  general: { title: 'Allgemein' },
  people: {
    title: 'Personen',
    roles: 'Rollen',
    roles_hint: 'Wer beim Kunden was macht.',
    count: '{{count}} von 12.',
    add: 'Rolle hinzufügen',
    none: 'Noch keine Rollen. Jeder Schritt ist für irgendjemanden beim Kunden.',
    role: 'Rolle',
    customers_read: 'Das lesen Kunden',
    steps_one: '{{count}} Schritt',
    steps_other: '{{count}} Schritte',
    delete_used_one: 'Löschen, {{count}} Schritt ist dann für irgendjemanden',
    delete_used_other: 'Löschen, {{count}} Schritte sind dann für irgendjemanden',
    role_empty: 'Geben Sie der Rolle einen Namen.',
    role_taken: 'Eine andere Rolle heißt so.',
    may_invite: 'Kunden dürfen Kollegen einladen',
    may_invite_hint:
      'Bis zu 20 Personen pro Einschreibung und 5 Einladungen pro Person und Tag. Sie sehen jede und können sie zurücknehmen.',
  },
  reminders: { title: 'Erinnerungen' },
  thanks: { title: 'Dank' },
}
