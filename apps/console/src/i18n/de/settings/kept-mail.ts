import type { kept_mail as english } from '../../en/settings/kept-mail.ts'
import type { Same } from '../../same.ts'

export const kept_mail: Same<typeof english> = {
  title_one: '{{count}} E-Mail wurde ohne Mailserver nicht gesendet',
  title_other: '{{number}} E-Mails wurden ohne Mailserver nicht gesendet',
  send_one: '{{count}} aufgehobene E-Mail senden',
  send_other: '{{number}} aufgehobene E-Mails senden',
  ask_one: '{{count}} aufgehobene E-Mail senden?',
  ask_other: '{{number}} aufgehobene E-Mails senden?',
  text: 'Sie werden abwechselnd mit anderen E-Mails gesendet, an die aktuellen Adressen.',
  left: 'Nicht gesendet:',
  left_too_old_one:
    '{{count}} ist älter als 14 Tage oder zu einer beendeten Einschreibung. Einzeln können Sie sie noch senden.',
  left_too_old_other:
    '{{count}} sind älter als 14 Tage oder zu beendeten Einschreibungen. Einzeln können Sie sie noch senden.',
  left_opened_meanwhile_one: '{{count}} geht an einen Kontakt, der inzwischen weitergegangen ist.',
  left_opened_meanwhile_other: '{{count}} gehen an Kontakte, die inzwischen weitergegangen sind.',
  left_replaced_one: 'Auf {{count}} folgt eine neuere E-Mail.',
  left_replaced_other: 'Auf {{count}} folgt jeweils eine neuere E-Mail.',
  left_opted_out_one: '{{count}} geht an einen Kontakt, der keine Erinnerungen möchte.',
  left_opted_out_other: '{{count}} gehen an Kontakte, die keine Erinnerungen möchten.',
  left_contact_deleted_one: '{{count}} geht an einen gelöschten Kontakt.',
  left_contact_deleted_other: '{{count}} gehen an gelöschte Kontakte.',
  sent_one: '{{count}} E-Mail wird gesendet',
  sent_other: '{{count}} E-Mails werden gesendet',
}
