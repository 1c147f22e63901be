import type { common as commonEnglish, fault as faultEnglish, secret as secretEnglish } from '../en/common.ts'
import type { Same } from '../keys.ts'

export const common: Same<typeof commonEnglish> = {
  again: 'Noch einmal versuchen',
  cancel: 'Abbrechen',
  clear_filters: 'Filter aufheben',
  close: 'Schließen',
  copied: 'Kopiert',
  copy: 'Kopieren',
  delete: 'Löschen',
  deleted: '{{name}} gelöscht',
  done: 'Fertig',
  edit: 'Bearbeiten',
  keep: 'Alles so lassen',
  loading: 'Lädt',
  find_hint: 'Ihr Browser findet nur die Zeilen in der Nähe. Mit der Suche oder den Filtern oben sehen Sie alle durch.',
  more_about: 'Mehr zu {{name}}',
  no: 'Nein',
  not_copied: 'Bitte von Hand kopieren',
  new_rows_one: '{{count}} neu',
  new_rows_other: '{{count}} neu',
  nothing_found: 'Nichts gefunden',
  save: 'Speichern',
  saved: 'Gespeichert',
  show_more: 'Mehr zeigen',
  undo: 'Rückgängig',
  yes: 'Ja',
}

export const secret: Same<typeof secretEnglish> = {
  kept: 'Ich habe es aufbewahrt',
  once: 'Kopieren Sie das Geheimnis jetzt. Es wird nur dieses eine Mal gezeigt.',
}

export const fault: Same<typeof faultEnglish> = {
  busy: 'Der Server hat gerade zu viel zu tun.',
  busy_text: 'Ihre Eingaben bleiben. Versuchen Sie es gleich noch einmal.',
  changed: 'Jemand hat dies inzwischen geändert.',
  changed_text: 'Laden Sie neu, und wiederholen Sie Ihre Änderung.',
  brought_in_text:
    'Es ist jetzt hier, neben dem, was Sie geschrieben haben. Sehen Sie es an, dann veröffentlichen Sie.',
  forbidden: 'Ihre Rolle erlaubt das nicht.',
  forbidden_text: 'Ein Admin des Arbeitsbereichs kann es.',
  not_found: 'Das gibt es nicht mehr.',
  not_found_text: 'Es wurde gelöscht, oder der Link ist unvollständig.',
  to_list: 'Zurück zur Liste',
  number: 'Nennen Sie dem Betreiber diese Nummer:',
  offline: 'Der Server ist nicht erreichbar.',
  offline_text: 'Ihre Eingaben bleiben. Prüfen Sie die Verbindung, dann versuchen Sie es noch einmal.',
  refused: 'Das konnte nicht gespeichert werden.',
  unknown: 'Bei uns ist etwas schiefgegangen.',
  unknown_text: 'Ihre Eingaben bleiben. Versuchen Sie es noch einmal.',
  code: {
    already_enrolled: 'Ist in diesem Leitfaden schon unterwegs.',
    blank: 'Bitte ausfüllen.',
    does_not_exist: 'Das gibt es nicht mehr.',
    invalid: 'Das passt hier nicht.',
    repeated: 'Eine andere Zeile hat dasselbe.',
    not_in_future: 'Wählen Sie einen künftigen Tag.',
    taken: 'Das ist schon vergeben.',
    too_common: 'Das benutzen viele. Wählen Sie ein anderes.',
    too_large: 'Das ist zu groß.',
    too_long: 'Das ist zu lang.',
    too_small: 'Das ist zu klein.',
    wrong_secret: 'Das stimmt nicht.',
  },
}
