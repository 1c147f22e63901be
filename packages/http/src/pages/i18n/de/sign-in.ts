import type {
  fields as fieldsEnglish,
  invitation as invitationEnglish,
  reset as resetEnglish,
  set_up as setUpEnglish,
  sign_in as signInEnglish,
} from '../en/sign-in.ts'
import type { German } from '../german.ts'

export const fields: German<typeof fieldsEnglish> = {
  code: 'Code',
  current_password: 'Bisheriges Passwort',
  email: 'E-Mail-Adresse',
  name: 'Name',
  new_password: 'Neues Passwort',
  password: 'Passwort',
  password_hint: 'Mindestens 12 Zeichen. Am besten einige Wörter, die nur Sie so zusammenstellen.',
  workspace: 'Name des Arbeitsbereichs',
  your_name: 'Ihr Name',
}

export const sign_in: German<typeof signInEnglish> = {
  title: 'Anmelden',
  forgot: 'Passwort vergessen?',
  back: 'Zurück zur Anmeldung',
  again: 'Von vorn anfangen',
  second_factor: 'Zweiter Faktor',
  one_more: 'Noch ein Schritt',
  type_code:
    'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App gerade zeigt, oder einen Ihrer Wiederherstellungscodes.',
}

export const set_up: German<typeof setUpEnglish> = {
  title: 'Einrichten',
  welcome: 'Willkommen bei Handrail',
  lead: 'Erstellen Sie Ihr Konto und den ersten Arbeitsbereich. Beides gehört Ihnen.',
  workspace_hint: 'Meist der Name Ihrer Firma',
  submit: 'Handrail einrichten',
  before: 'Dieses Handrail ist noch nicht eingerichtet',
  before_lead: 'Handrail führt Ihre Kunden durch die Einführung. Das erste Konto gibt es hier noch nicht.',
  before_text:
    'Betreiben Sie diesen Server? Beim Start zeigt das Programm „handrail“ im Terminal oder Protokoll einen Link: Öffnen Sie ihn, um Ihr Konto und den ersten Arbeitsbereich zu erstellen. Er gilt einmal, 30 Minuten lang. Starten Sie den Server neu, um einen neuen Link zu bekommen. Ein anderes Programm, das Handrail einbettet, erzeugt den Link selbst (issueSetUpLink).',
  before_others: 'Sonst fragen Sie die Person, die den Server betreibt.',
  void: 'Dieser Link funktioniert nicht mehr',
  void_text:
    'Solange es keinen Arbeitsbereich gibt, zeigt das Programm „handrail“ beim nächsten Start einen neuen Link. Ein anderes Programm, das Handrail einbettet, erzeugt einen neuen (issueSetUpLink).',
}

export const reset: German<typeof resetEnglish> = {
  title: 'Passwort wählen',
  lead: 'Für das Konto von <email>. Überall sonst werden Sie dann abgemeldet.',
  submit: 'Passwort setzen',
  connected: 'Verbundene Anwendungen',
  disconnect:
    'Alles trennen. Lassen Sie den Haken, wenn jemand Ihr Passwort gekannt haben könnte: Eines davon könnte von dort verbunden worden sein',
  check_mail: 'Sehen Sie in Ihre E-Mails',
  on_its_way:
    'Wenn es ein Konto für <email> gibt, ist ein Link unterwegs, mit dem Sie ein neues Passwort wählen. Er gilt eine Stunde.',
  not_there: 'Nach einigen Minuten noch nichts da? Sehen Sie im Spam nach, und prüfen Sie die Adresse.',
  by_mail: 'Sie bekommen eine E-Mail mit einem Link, um ein neues Passwort zu wählen.',
  send: 'Link senden',
  void: 'Dieser Link funktioniert nicht mehr',
  ask_somebody: 'Bitten Sie den Betreiber dieses Servers um einen Link, um ein neues Passwort zu wählen.',
  ask: 'Bitten Sie den Betreiber dieses Servers um einen Link, um ein neues Passwort zu wählen. Der Befehl ist:',
}

export const invitation: German<typeof invitationEnglish> = {
  title: 'Einladung',
  void: 'Diese Einladung gilt nicht mehr',
  void_text: 'Bitten Sie die Person, die Sie eingeladen hat, sie noch einmal zu senden.',
  join: '{{workspace}} beitreten',
  invites: '<who> lädt <email> in diesen Arbeitsbereich ein, als <role>.',
  have_account: 'Sie haben schon ein Konto?',
  sign_in: 'Anmelden und die Einladung annehmen',
  signed_in_as: 'Sie sind angemeldet als {{other}}, und die Einladung ist für {{email}}.',
  sign_out: 'Abmelden und hierher zurückkehren',
  accept: 'Einladung annehmen',
  create: 'Konto erstellen und beitreten',
}
