import type { preview as enPreview, sorting as enSorting, together as enTogether } from '../../en/guides/writing.ts'
import type { Same } from '../../keys.ts'

export const sorting: Same<typeof enSorting> = {
  handle: '{{title}} verschieben',
  help: 'Die Leertaste hebt es auf, die Pfeiltasten verschieben es, die Leertaste legt es ab, Escape legt es zurück.',
  step_lifted:
    'Schritt {{title}} aufgehoben, Platz {{place}} von {{of}} im Abschnitt {{section}}. Pfeiltasten verschieben, die Leertaste legt ab, Escape legt zurück.',
  step_at: 'Schritt {{title}}, Platz {{place}} von {{of}} im Abschnitt {{section}}',
  step_put_down: 'Schritt {{title}} abgelegt, Platz {{place}} von {{of}} im Abschnitt {{section}}',
  step_put_back: 'Schritt {{title}} ist wieder auf Platz {{place}} von {{of}} im Abschnitt {{section}}',
  section_lifted:
    'Abschnitt {{title}} aufgehoben, Platz {{place}} von {{of}}. Pfeiltasten verschieben, die Leertaste legt ab, Escape legt zurück.',
  section_at: 'Abschnitt {{title}}, Platz {{place}} von {{of}}',
  section_put_down: 'Abschnitt {{title}} abgelegt, Platz {{place}} von {{of}}',
  section_put_back: 'Abschnitt {{title}} ist wieder auf Platz {{place}} von {{of}}',
}

export const preview: Same<typeof enPreview> = {
  button: 'Vorschau',
  region: 'Vorschau',
  frame: 'Der Leitfaden, wie ein Kontakt ihn sieht',
  phone: 'Telefon',
  desktop: 'Computer',
  dark: 'Dunkel',
  try: 'Im ganzen Fenster ausprobieren',
  on_my_phone: 'Auf meinem Telefon',
  scan: 'Richten Sie die Kamera Ihres Telefons hierauf.',
  code: 'QR-Code mit der Adresse der Vorschau',
  sign_in_there: 'Dort melden Sie sich an. Sie sehen, was hier gerade gespeichert ist.',
  copy_address: 'Adresse kopieren',
  back: 'Zurück zum Schreiben',
  nothing_kept: 'Nichts davon wird gespeichert',
  behind: 'Gezeigt wird der Stand davor: Noch fehlt etwas.',
  lost: 'Die Vorschau ist nicht zu erreichen. Sie kommt von selbst wieder.',
}

export const together: Same<typeof enTogether> = {
  here: 'Auch hier: {{name}}',
  here_at: 'Auch hier: {{name}}, bei {{step}}',
  came: '{{name}} ist auch hier.',
  left: '{{name}} ist gegangen.',
  both: '{{name}} hat diesen Schritt auch geändert. Beide Fassungen sind aufgehoben.',
  somebody: 'Jemand anders',
  both_text: 'Wählen Sie, welche weitergilt. Bis dahin gilt für Kontakte und Kollegen die andere.',
  mine: 'Ihre Fassung',
  theirs: 'Die andere Fassung',
  keep_mine: 'Meine behalten',
  take_theirs: 'Die andere nehmen',
  to_choose: 'Zwei Fassungen',
  undecided_one: 'Sie und jemand anders haben {{count}} Schritt geändert. Wählen Sie, was veröffentlicht wird:',
  undecided_other: 'Sie und jemand anders haben {{count}} Schritte geändert. Wählen Sie, was veröffentlicht wird:',
  overruled: 'Jemand anders hat dieselben Angaben geändert, in: „{{text}}“. Ihre gelten.',
}
