import type {
  preview as enPreview,
  sorting as enSorting,
  together as enTogether,
  unfinished as enUnfinished,
} from '../../en/guides/writing.ts'
import type { Same } from '../../same.ts'

export const sorting: Same<typeof enSorting> = {
  handle: '{{title}} verschieben',
  help: 'Leertaste zum Aufnehmen, Pfeiltasten zum Verschieben, Leertaste zum Ablegen, Escape zum Abbrechen.',
  step_picked_up:
    'Schritt {{title}} aufgenommen, Position {{position}} von {{of}} im Abschnitt {{section}}. Pfeiltasten zum Verschieben, Leertaste zum Ablegen, Escape zum Abbrechen.',
  step_at: 'Schritt {{title}}, Position {{position}} von {{of}} im Abschnitt {{section}}',
  step_dropped: 'Schritt {{title}} abgelegt, Position {{position}} von {{of}} im Abschnitt {{section}}',
  step_returned: 'Schritt {{title}} ist wieder an Position {{position}} von {{of}} im Abschnitt {{section}}',
  section_picked_up:
    'Abschnitt {{title}} aufgenommen, Position {{position}} von {{of}}. Pfeiltasten zum Verschieben, Leertaste zum Ablegen, Escape zum Abbrechen.',
  section_at: 'Abschnitt {{title}}, Position {{position}} von {{of}}',
  section_dropped: 'Abschnitt {{title}} abgelegt, Position {{position}} von {{of}}',
  section_returned: 'Abschnitt {{title}} ist wieder an Position {{position}} von {{of}}',
}

export const preview: Same<typeof enPreview> = {
  button: 'Vorschau',
  region: 'Vorschau',
  frame: 'Der Leitfaden, wie ein Kontakt ihn sieht',
  phone: 'Telefon',
  desktop: 'Computer',
  dark: 'Dunkel',
  try: 'In voller Größe ausprobieren',
  on_my_phone: 'Auf meinem Telefon',
  scan: 'Richten Sie die Kamera Ihres Telefons auf diesen Code.',
  code: 'QR-Code mit der Adresse der Vorschau',
  sign_in_there: 'Melden Sie sich auf dem Telefon an, um den jetzt gespeicherten Entwurf zu sehen.',
  copy_address: 'Adresse kopieren',
  back: 'Zurück zum Editor',
  nothing_kept: 'Nichts, was Sie hier tun, wird gespeichert',
  behind: 'Das ist der vorige Stand, weil noch etwas fehlt.',
  lost: 'Die Vorschau ist nicht erreichbar. Sie verbindet sich automatisch wieder.',
}

export const together: Same<typeof enTogether> = {
  here: 'Auch hier: {{name}}',
  here_at: 'Auch hier: {{name}}, bei {{step}}',
  came: '{{name}} ist auch hier.',
  left: '{{name}} ist gegangen.',
  both: '{{name}} hat diesen Schritt auch geändert. Beide Fassungen bleiben erhalten.',
  somebody: 'Jemand anders',
  both_text: 'Wählen Sie, welche bleibt. Bis dahin sehen Kontakte und Kollegen die andere.',
  mine: 'Ihre Fassung',
  theirs: 'Die andere Fassung',
  keep_mine: 'Meine behalten',
  take_theirs: 'Die andere nehmen',
  to_choose: 'Zwei Fassungen',
  undecided_one: 'Sie und jemand anders haben {{count}} Schritt geändert. Wählen Sie, was veröffentlicht wird:',
  undecided_other: 'Sie und jemand anders haben {{count}} Schritte geändert. Wählen Sie, was veröffentlicht wird:',
  not_undone: 'Das hat inzwischen jemand anderes geändert, deshalb bleibt es: „{{text}}“.',
  nothing_undone: 'Das hat schon jemand anderes geändert. Jetzt ist nichts anders.',
  overruled: 'Jemand anders hat dieselben Einstellungen geändert, zu: „{{text}}“. Ihre Fassung gilt.',
}

export const unfinished: Same<typeof enUnfinished> = {
  mark: 'Unfertig',
  before: 'Vor dem Veröffentlichen:',
  prevents: 'Stellen Sie das vor dem Veröffentlichen fertig:',
  reported: 'Das können Sie so veröffentlichen, sollten es aber prüfen:',
  untitled_section: 'Der Abschnitt hat keinen Titel.',
  untitled_step: 'Der Schritt hat keinen Titel.',
  no_address: 'Die Adresse fehlt.',
  wrong_address: 'Die Adresse ist keine Internetadresse. Sie muss mit https:// oder http:// beginnen.',
  no_items: 'Die Checkliste hat keine Punkte.',
  empty_item: 'Punkt {{at}} ist leer.',
  no_questions: 'Das Formular hat keine Fragen.',
  no_text: 'Der Text, der freigegeben wird, fehlt.',
  unlabelled_question: 'Frage {{at}} hat keinen Text.',
  unnamed_question: 'Frage {{at}} hat keinen Namen für ihre Antwort.',
  repeated_name: 'Frage {{at}} hat denselben Namen wie eine andere.',
  no_options: 'Frage {{at}} hat keine Möglichkeiten.',
  empty_option: 'Frage {{at}} hat eine leere Möglichkeit.',
  repeated_option: 'Frage {{at}} hat zweimal dieselbe Möglichkeit.',
  wrong_range: 'Frage {{at}}: Der kleinste Wert liegt über dem größten.',
  circular_date: 'Das Datum zählt ab sich selbst: {{at}}.',
  unknown_base: 'Das Datum zählt ab einem Schritt, den es in diesem Leitfaden nicht mehr gibt.',
  nothing_before: 'Das Datum zählt ab dem Schritt davor, und es gibt keinen.',
  placeholder: '„{{at}}“ sieht nach einem Platzhalter aus.',
}
