import type * as english from './en.ts'

/** The same texts in another language: a missing one does not compile. */
type Same<Texts> = Record<keyof Texts, string>

export const account: Same<typeof english.account> = {
  profile: 'Profil',
  save: 'Speichern',
  renamed: 'Ihr Name ist geändert.',
  password_lead: 'Nach einer Änderung bleiben Sie hier angemeldet und werden überall sonst abgemeldet.',
  change_password: 'Passwort ändern',
  password_changed: 'Ihr Passwort ist geändert, und Sie sind überall sonst abgemeldet.',
  second_factor: 'Zweiter Faktor',
  no_second_factor: 'Mit einer Authenticator-App ist ein gestohlenes Passwort allein nutzlos.',
  add_second_factor: 'Zweiten Faktor einrichten',
  on: 'An',
  on_since: 'An seit {{time}}.',
  codes_left_one: 'Noch {{count}} von 10 Wiederherstellungscodes ist übrig.',
  codes_left_other: 'Noch {{count}} von 10 Wiederherstellungscodes sind übrig.',
  asked_again: 'Nötig, weil sich ändert, wie Sie sich anmelden',
  renew_codes: 'Neue Wiederherstellungscodes erstellen',
  remove_second_factor: 'Zweiten Faktor entfernen',
  second_factor_removed: 'Der zweite Faktor ist entfernt.',
  sessions: 'Sitzungen',
  sessions_lead: 'Wo Sie angemeldet sind. Eine Sitzung endet eine Woche, nachdem sie zuletzt benutzt wurde.',
  current: 'Diese Sitzung',
  used: 'Zuletzt benutzt {{used}}, angemeldet {{begun}}',
  end: 'Beenden',
  end_of: 'Sitzung in {{browser}} beenden, zuletzt benutzt {{used}}',
  ended: 'Die Sitzung ist beendet.',
  end_others: 'Alle anderen Sitzungen beenden',
  others_ended: 'Alle anderen Sitzungen sind beendet.',
  browser: '{{browser}} unter {{system}}',
  unknown_browser: 'Unbekannter Browser',
}

export const second_factor: Same<typeof english.second_factor> = {
  lead: 'Sie melden sich dann mit Ihrem Passwort und einem Code Ihrer Authenticator-App an.',
  password_first: 'Passwort bestätigen',
  continue: 'Weiter',
  scan: 'Bild scannen, dann den Code eingeben',
  scan_text: 'Scannen Sie das Bild mit Ihrer Authenticator-App. Sie zeigt dann sechs Ziffern.',
  picture: 'QR-Code für die Authenticator-App',
  key: 'Ohne Kamera geben Sie der App diesen Schlüssel:',
  open: 'Oder in einer App auf diesem Gerät öffnen',
  turn_on: 'Einschalten',
  codes: 'Wiederherstellungscodes',
  your_codes: 'Ihre Wiederherstellungscodes',
  codes_text:
    'Mit jedem können Sie sich einmal anmelden, wenn Ihre Authenticator-App nicht zur Hand ist. Bewahren Sie sie bei Ihren Passwörtern auf: <once>',
  once: 'Sie werden nicht noch einmal gezeigt.',
}

export const connections: Same<typeof english.connections> = {
  title: 'Verbundene Anwendungen',
  none: 'Keine Anwendungen sind verbunden.',
  older: 'Ältere Verbindungen',
  not_verified: 'nicht geprüft',
  disconnect: 'Trennen',
  disconnect_all: 'Alle trennen',
  all_of: 'alle {{number}} von {{name}}',
  done: 'Die Anwendung ist getrennt. Ihre Tokens gelten nicht mehr.',
  connected: 'Verbunden am {{time}}.',
  last_used: 'Zuletzt benutzt {{time}}.',
  never_used: 'Noch nie benutzt.',
}

export const assistants: Same<typeof english.assistants> = {
  title: 'KI-Assistenten verbinden',
  lead: 'Ein Assistent kann Leitfäden schreiben, sehen, wer feststeckt, Kunden antworten und sie einschreiben, soweit Sie es erlauben.',
  address: 'Adresse des Servers',
  server: 'MCP-Server',
  first_time:
    'Beim ersten Mal öffnet sich Ihr Browser. Sie melden sich an, wählen den Arbeitsbereich und nehmen den Haken weg, wo der Assistent etwas nicht tun soll. Was Kunden erreicht, wählen Sie selbst aus. Er kann nie mehr, als Ihre eigene Rolle erlaubt.',
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
  jobs: 'Worum Sie bitten können',
  jobs_lead:
    'Kopieren Sie eine Bitte in Ihren Assistenten, sobald er verbunden ist. Nichts erreicht Kunden, bevor Sie zustimmen.',
  job_needs: 'Braucht die Berechtigungen: {{scopes}}.',
  job_request: 'Bitte',
  job_write: 'Einen Leitfaden aus einem Dokument schreiben',
  job_write_text:
    'Schreibe in Handrail einen Leitfaden für unsere Kunden aus dem Dokument, das ich anhänge. Lies zuerst service://authoring. Lege einen Entwurf an, prüfe ihn und behebe, was die Prüfung findet. Gib mir dann den Link des Entwurfs, und sage mir, was du weggelassen hast und was ich entscheiden soll. Veröffentliche nichts.',
  job_attention: 'Wer steckt fest, und warum?',
  job_attention_text:
    'Welche unserer Kunden in Handrail brauchen Aufmerksamkeit, und warum? Sieh dir den Verlauf der fünf dringendsten an. Für jeden: der Leitfaden, der Schritt, wie lange schon, der Grund, eine Sache, die zu tun ist, und wer sich kümmert. Ändere nichts, und schreibe niemandem.',
  job_answer: 'Die offenen Fragen beantworten',
  job_answer_text:
    'Finde die offenen Fragen von Kunden in Handrail, und entwirf zu jeder eine Antwort aus ihrem Leitfaden, in der Sprache der Frage. Wo der Leitfaden die Antwort nicht hat, frage mich. Zeige mir alle Entwürfe, und sende nur die, denen ich zustimme.',
  job_enroll: 'Diese Leute einschreiben',
  job_enroll_text:
    'Schreibe diese Leute in den Handrail-Leitfaden LEITFADEN ein: NAMEN UND ADRESSEN. Importiere, wer neu ist. Zeige mir zuerst, wer eingeschrieben würde und wer abgelehnt wird, und frage mich, ob sie per E-Mail eingeladen werden.',
  job_guide: 'Wie läuft ein Leitfaden?',
  job_guide_text:
    'Wie läuft der Handrail-Leitfaden LEITFADEN? Sage mir, wie viele ihn abgeschlossen haben, verglichen mit dem Zeitraum davor, wo Leute aufhören, was sie dazu sagen, und welche drei Änderungen am meisten helfen würden.',
  job_kick_off: 'Ein Kick-off vorbereiten',
  job_kick_off_text:
    'Bereite das Kick-off mit dem Kunden KUNDE in Handrail vor: seine Leute, worin sie eingeschrieben sind, die Leitfäden, die passen, eine Tagesordnung für 30 Minuten und offene Fragen. Schlage Einschreibungen vor, und lege sie erst an, wenn ich zustimme.',
}
