import type {
  assistants as assistantsEnglish,
  consent as consentEnglish,
  refusal as refusalEnglish,
} from '../en/applications.ts'
import type { German } from '../german.ts'

export const assistants: German<typeof assistantsEnglish> = {
  title: 'KI-Assistenten verbinden',
  lead: 'Ein Assistent kann Kontakte finden, sie in Leitfäden einschreiben und ihren Fortschritt verfolgen, soweit Sie es erlauben.',
  address: 'Adresse des Servers',
  server: 'MCP-Server',
  first_time:
    'Beim ersten Mal öffnet sich Ihr Browser. Sie melden sich an, wählen den Arbeitsbereich und nehmen den Haken weg, wo der Assistent etwas nicht tun soll. Er kann nie mehr, als Ihre eigene Rolle erlaubt.',
  see_connected: 'Verbundene Anwendungen ansehen',
  list: 'Assistenten',
  others: 'Andere',
  desktop_connector:
    'Fügen Sie unter <place> einen eigenen Konnektor mit der Adresse von oben hinzu. Oder lassen Sie ihn auf Ihrem Computer laufen:',
  connectors: 'Einstellungen, Konnektoren',
  desktop_config:
    'Wählen Sie unter <place> den Knopf <button>. Die Datei liegt unter macOS in <mac> und unter Windows in <windows>.',
  developer: 'Einstellungen, Entwickler',
  edit_config: 'Konfiguration bearbeiten',
  add_this: 'Fügen Sie das hinzu, neben anderen Servern, wenn es welche gibt:',
  quit: 'Beenden Sie Claude Desktop, und starten Sie es neu.',
  node: 'Das Programm wird mit npx gestartet, das zu Node.js gehört (22.19 oder neuer).',
  claude_ai: 'Wählen Sie unter <place> den Knopf <button>, und fügen Sie die Adresse ein:',
  add_connector: 'Eigenen Konnektor hinzufügen',
  connector_url: 'URL des Konnektors',
  not_reachable:
    'claude.ai erreicht Server über das Internet, mit https. Diese Instanz ist unter <address>, das ist von dort nicht erreichbar. Nehmen Sie Claude Desktop oder Claude Code auf diesem Computer, oder bitten Sie den Betreiber des Servers um eine öffentliche Adresse.',
  claude_code:
    'Geben Sie dann in Claude Code <command> ein, und wählen Sie die Anmeldung. Damit alle sie haben, die an einem Repository arbeiten, legen Sie sie stattdessen dort ab:',
  add_to_cursor: 'Zu Cursor hinzufügen',
  cursor: 'Oder fügen Sie ihn selbst hinzu, für alle Projekte, oder in <file> für eines:',
  add_to_vs_code: 'Zu VS Code hinzufügen',
  vs_code: 'Oder fügen Sie ihn selbst hinzu:',
  through_program: 'Oder über ein Programm auf Ihrem Computer',
  speak_http:
    'Die meisten Assistenten nehmen eine von zwei Konfigurationen. Die erste ist für Assistenten, die sich über HTTP verbinden:',
  start_program: 'Die zweite ist für Assistenten, die nur ein Programm auf Ihrem Computer starten können:',
  no_browser: 'Ohne Browser',
  key: 'Wo sich niemand anmelden kann, etwa auf einem Server, nehmen Sie einen API-Schlüssel. Er handelt für den Arbeitsbereich und für niemanden darin: Erlauben Sie ihm nur, was er braucht. Wer diesen Server betreibt, erstellt einen mit <command>.',
  in_terminal: 'In einem Terminal',
  for_http: 'Für Assistenten, die sich über HTTP verbinden',
  for_program: 'Für Assistenten, die ein Programm starten',
  with_key: 'Mit einem API-Schlüssel',
}

export const consent: German<typeof consentEnglish> = {
  title: '{{name}} verbinden',
  heading: '{{name}} verbinden?',
  asks: 'Die Anwendung möchte in einem Ihrer Arbeitsbereiche für Sie handeln.',
  unverified: 'Ungeprüft',
  own_name:
    '<unverified> Diese Anwendung hat ihren Namen selbst gewählt. Sie möchte in einem Ihrer Arbeitsbereiche für Sie handeln.',
  own_name_described:
    '<unverified> Diese Anwendung hat ihren Namen selbst gewählt und ist unter <host> beschrieben. Sie möchte in einem Ihrer Arbeitsbereiche für Sie handeln.',
  sent_to: 'Es geht weiter zu <host>',
  on_device: 'einer Anwendung auf diesem Gerät ({{scheme}})',
  mixed_scripts:
    'Dieser Name mischt gleich aussehende Buchstaben verschiedener Alphabete, womit sich eine andere Anwendung nachahmen lässt. Prüfen Sie die Adresse.',
  own_computer:
    'Das ist ein Programm auf Ihrem eigenen Computer. Jedes Programm dort könnte so fragen: Machen Sie nur weiter, wenn Sie es gerade selbst verbinden wollten.',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  back: 'Zurück',
  signed_in_as: 'Sie sind angemeldet als {{email}}. Sind Sie das nicht?',
  switch: 'Konto wechseln',
  disconnect: 'Sie können die Anwendung jederzeit trennen, unter Konto.',
  permissions: 'Berechtigungen',
  restrict: 'Zugriff einschränken',
  read_only: 'Nur Lesezugriff, unabhängig von der Auswahl oben',
  changes_data: 'ändert Daten',
  not_in_role: 'Ihre Rolle erlaubt das nicht.',
  in_workspace: 'Im Arbeitsbereich',
  no_api: 'Der Tarif dieses Arbeitsbereichs enthält keinen API-Zugang.',
  nothing_in_role: 'Ihre Rolle umfasst keine der angefragten Berechtigungen.',
  missing: 'Ihre Rolle erlaubt nicht: {{scopes}}.',
}

export const refusal: German<typeof refusalEnglish> = {
  title: '{{name}} kann nicht verbunden werden',
  text: '<unverified> Diese Anwendung hat ihren Namen selbst gewählt und eine ungültige Anfrage gesendet. Es wurde kein Zugriff erlaubt.',
  leads_to: 'Zurück geht es zu <host>.',
}
