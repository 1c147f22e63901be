import type { files as filesEnglish, messages as messagesEnglish, outbox as outboxEnglish } from '../en/messages.ts'
import type { Same } from '../keys.ts'

export const messages: Same<typeof messagesEnglish> = {
  none: 'Noch keine Nachrichten. Nachrichten des Kontakts aus dem Leitfaden erscheinen hier.',
  answer: 'Ihre Antwort',
  send: 'Antwort senden',
  sent: 'Antwort gesendet',
  seen: 'Gesehen {{time}}',
  not_seen: 'Noch nicht gesehen',
  mark_read: 'Braucht keine Antwort',
  reason: {
    unclear: 'Es ist unklar',
    missing_information: 'Es fehlen Angaben',
    no_access: 'Kein Zugang',
    not_mine: 'Jemand anders muss es tun',
    broken: 'Etwas funktioniert nicht',
    other: 'Ein anderer Grund',
  },
}

export const files: Same<typeof filesEnglish> = {
  none: 'Noch keine Dateien.',
  download: 'Herunterladen',
  delete: '{{name}} löschen',
  delete_text: 'Die Datei wird endgültig gelöscht. Der Kontakt kann sie noch einmal senden.',
}

export const outbox: Same<typeof outboxEnglish> = {
  mail: 'E-Mail',
  all: 'Alle E-Mails',
  lead: 'Alle E-Mails an Kontakte und Mitglieder. Ohne Mailserver wird nichts gesendet: Kopieren Sie den Link, und geben Sie ihn weiter.',
  none: 'Keine E-Mails',
  none_text: 'Einladungen, Erinnerungen und Antworten erscheinen hier.',
  not_sent_one: '{{count}} nicht gesendet',
  not_sent_other: '{{count}} nicht gesendet',
  none_here: 'Dazu gibt es noch keine E-Mails.',
  to: '{{kind}} an {{name}}',
  next_attempt: 'Nächster Versuch: {{when}}',
  kind: {
    invitation: 'Einladung',
    reminder: 'Erinnerung',
    answer: 'Antwort',
    question: 'Frage',
    link_request: 'Bitte um einen Link',
    completed: 'Abschluss',
    answers_changed: 'Geänderte Antworten',
    undelivered: 'Nicht zugestellte E-Mail',
    endpoint_failing: 'Fehlschlagender Webhook',
    endpoint_disabled: 'Abgeschalteter Webhook',
    member_invitation: 'Einladung eines Mitglieds',
    password_link: 'Passwort-Link',
    security_notice: 'Sicherheitshinweis',
    test: 'Test-E-Mail',
  },
  kept_title_one: '{{count}} E-Mail wurde ohne Mailserver nicht gesendet',
  kept_title_other: '{{count}} E-Mails wurden ohne Mailserver nicht gesendet',
  kept_show: 'Ansehen und senden',
  send_again: 'Jetzt senden',
  sent_again: 'Sie wird gesendet',
  status: {
    waiting: 'Wartet',
    sent: 'Gesendet',
    failed: 'Nicht zugestellt',
    kept: 'Bitte weitergeben',
    skipped: 'Nicht nötig',
  },
  error: {
    too_late: 'Zu spät, um noch nützlich zu sein',
    contact_deleted: 'Der Kontakt wurde gelöscht',
    unsubscribed: 'Der Kontakt möchte keine Erinnerungen mehr',
    nothing_to_remind_of: 'Es gibt nichts mehr, woran zu erinnern wäre',
    unreadable: 'Ihr Text ist nicht lesbar',
    given_up:
      'Abgebrochen: Der Dienst wurde mehrmals während des Sendens beendet. Die Ursache steht vielleicht in seinem Protokoll. Die E-Mail kann noch einmal gesendet werden',
    server_away: 'Der Mailserver war nicht zu erreichen{{detail}}',
    refused: 'Der Mailserver hat die Mail abgelehnt{{detail}}',
    put_off: 'Der Mailserver hat die Mail zurückgestellt{{detail}}',
    kept: 'Es gab keinen Mailserver',
  },
}
