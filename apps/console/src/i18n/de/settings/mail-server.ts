import type { mail_server as english } from '../../en/settings/mail-server.ts'
import type { Same } from '../../same.ts'

export const mail_server: Same<typeof english> = {
  page: {
    lead: 'Mailserver und Absender von Einladungen und Erinnerungen.',
    sender: 'Absender',
    from: 'Gesendet von',
    daily: 'E-Mails an Teilnehmer',
    daily_tick: 'Kontakten, die an Plänen teilnehmen, täglich schreiben, was für sie zu tun ist',
    daily_hint:
      'An Arbeitstagen, am Morgen ihrer eigenen Zeitzone, höchstens eine am Tag über alle Pläne und Erinnerungen, und nur, wenn ein Schritt zu spät, in den nächsten zwei Arbeitstagen fällig oder neu geöffnet ist. Die erste einer Woche blickt voraus. Jede E-Mail hat einen Link, um sie abzustellen.',
    change: 'Namen und Antwortadresse ändern',
    replies:
      'Antworten werden empfangen: Die Antwort auf eine E-Mail zu einer Einschreibung wird dort zu einer Nachricht. Solche E-Mails haben eine eigene Antwortadresse, die statt der Antwortadresse oben gilt.',
    texts: 'Eigene Texte schreiben',
    test: 'Zustellung testen',
    test_text: 'Ein Test wird an Ihre Adresse gesendet, {{address}}. Er sieht aus wie eine E-Mail an Kontakte.',
    send_test: 'Test senden',
    sending: 'Wird gesendet …',
    sent: 'Der Mailserver hat ihn für {{address}} angenommen. Ist er in einer Minute nicht da, sehen Sie im Spam-Ordner nach.',
    not_sent: 'Er wurde nicht gesendet.',
    tried_again: 'Es wird automatisch noch einmal versucht.',
  },
  title: 'Mailserver',
  lead: 'Ein Server sendet alle E-Mails dieser Instanz: an Kontakte, an Ihr Team, und Links für neue Passwörter.',
  host: 'Host',
  port: 'Port',
  encryption: 'Verschlüsselung',
  encryption_of: {
    tls: 'TLS von Anfang an (465)',
    starttls: 'STARTTLS (587)',
    none: 'Keine',
    if_offered: 'STARTTLS, falls angeboten',
  },
  username: 'Benutzername (freiwillig)',
  password: 'Passwort',
  password_kept: 'Gespeichert. Lassen Sie das Feld leer, um es zu behalten.',
  sender: 'Absender',
  sender_hint: 'Wie Handrail <no-reply@example.com>. Der Server muss ihn annehmen.',
  own_password_hint: 'Wer den Mailserver kontrolliert, kann Links für neue Passwörter lesen.',
  save: 'Mailserver speichern',
  saved: 'Gespeichert. E-Mails werden ab jetzt über diesen Server gesendet.',
  try: 'Zuerst einen Test senden',
  accepted:
    'Der Server hat den Test für {{address}} angenommen. Ist er in einer Minute nicht da, sehen Sie im Spam-Ordner nach.',
  remove: 'Entfernen',
  remove_stored: 'Den hier gespeicherten Server entfernen',
  remove_title: 'Mailserver entfernen?',
  remove_text: 'Sein Passwort wird gelöscht. E-Mails bleiben im Postausgang, bis es einen anderen Server gibt.',
  removed: 'Mailserver entfernt',
  read_only: {
    environment:
      'Der Betreiber hat den Mailserver mit SMTP_URL und MAIL_FROM eingestellt. Das geht Einstellungen auf dieser Seite vor.',
    demo: 'Eine Demo sendet keine E-Mails: Ihre Kontakte sind erfunden, und deren Adressen könnte es geben.',
    several_workspaces:
      'Auf dieser Instanz gibt es mehrere Arbeitsbereiche, die alle einen Mailserver nutzen. Der Betreiber stellt ihn mit SMTP_URL und MAIL_FROM ein.',
  },
  owner_only: 'Nur der Inhaber kann den Mailserver ändern.',
  wrong: {
    host: 'Geben Sie den Hostnamen eines Mailservers im Internet ein. Einen in einem privaten Netz stellt der Betreiber mit SMTP_URL ein.',
    port: 'Verwenden Sie 25, 465, 587 oder einen Port ab 1024.',
    encryption: 'Benutzername und Passwort werden nur über verschlüsselte Verbindungen gesendet.',
    sender: 'Geben Sie eine E-Mail-Adresse ein, wie no-reply@example.com.',
  },
}
