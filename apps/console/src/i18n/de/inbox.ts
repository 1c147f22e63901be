import type { inbox as inboxEnglish, internal_notes as notesEnglish } from '../en/inbox.ts'
import type { Same } from '../same.ts'

export const inbox: Same<typeof inboxEnglish> = {
  new_one: '{{count}} neu',
  new_other: '{{count}} neu',
  show: 'Anzeigen',
  group: { all: 'Alles', for_me: 'Für mich', contacts: 'Kunden', team: 'Team' },
  all_read: 'Alles gelesen',
  unread: 'Neu:',
  today: 'Heute',
  earlier: 'Früher',
  act: { answer: 'Antworten', review: 'Prüfen', open: 'Öffnen' },
  act_of: '({{who}})',
  none: 'Hier ist nichts',
  none_text: 'Hier stehen Fragen, Erwähnungen und was Kunden in Ihren Plänen tun.',
  kind: {
    mention: '<who> hat Sie in einer Notiz erwähnt',
    question: '<who> fragt',
    stuck: '<who> kommt nicht weiter',
    link_request: '<who> bittet um einen neuen Link',
    participant_added: '<who> macht mit, eingeladen von {{by}}',
    submitted: '<who> hat „{{text}}“ gesendet',
    approved: '<who> hat „{{text}}“ freigegeben',
    completed: '<who> hat „{{guide}}“ abgeschlossen',
    turned_late: '<who> ist verspätet',
    turned_at_risk: '<who> ist gefährdet',
  },
}

export const internal_notes: Same<typeof notesEnglish> = {
  only_team: 'Das liest nur Ihr Team.',
  none: 'Noch keine Notizen. Schreiben Sie auf, was Ihr Team über diesen Kunden wissen soll.',
  write: 'Notiz schreiben',
  hint: 'Erwähnen Sie jemanden aus Ihrem Team mit @ und dem Namen.',
  mention: 'Personen',
  save: 'Notiz speichern',
  note: 'Notiz',
  change: 'Ändern',
  changed: 'geändert',
  delete: 'Notiz löschen',
  delete_title: 'Diese Notiz löschen?',
  delete_text: 'Sie wird endgültig gelöscht.',
}
