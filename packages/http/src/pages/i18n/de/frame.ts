import type { error as errorEnglish, frame as frameEnglish, home as homeEnglish } from '../en/frame.ts'
import type { German } from '../german.ts'

export const frame: German<typeof frameEnglish> = {
  account: 'Konto',
  admin: 'Admin',
  assistants: 'Assistenten',
  ask_admin: 'Sie gehören zu keinem Arbeitsbereich. Bitten Sie einen Admin um eine Einladung.',
  by_hand: 'Bitte von Hand kopieren',
  copied: 'Kopiert',
  copy: '<what> kopieren',
  the_codes: 'Codes',
  the_key: 'Schlüssel',
  editor: 'Redakteur',
  error: 'Fehler: {{title}}',
  home: 'Start',
  language: 'Sprache',
  main: 'Hauptnavigation',
  mistake: '{{label}}: {{mistake}}',
  owner: 'Inhaber',
  problem: 'Etwas stimmt noch nicht',
  sign_out: 'Abmelden',
  skip: 'Zum Inhalt',
  viewer: 'Betrachter',
}

export const home: German<typeof homeEnglish> = {
  title: 'Start',
  hello: 'Hallo, {{name}}',
  lead: 'Die Seiten dieser Handrail-Instanz, die ohne Konsole auskommen.',
  workspaces: 'Ihre Arbeitsbereiche',
  no_console:
    'Mitglieder, Leitfäden, Kontakte und der Postausgang werden in der Konsole verwaltet. Sie gehört nicht zu dieser Installation: Der Betreiber des Servers kann sie hinzufügen (Paket @handrail/console, Option consoleFolder).',
  places: 'Seiten',
  assistants: 'KI-Assistenten verbinden',
  assistants_text: 'Fertige Konfigurationen für Claude, Cursor, VS Code und andere.',
  docs: 'API-Referenz',
  docs_text: 'Jeder Endpunkt der REST-API, mit Beispielen zum Ausprobieren.',
  account_text: 'Ihr Name, Passwort, zweiter Faktor und Ihre Sitzungen.',
}

export const error: German<typeof errorEnglish> = {
  forbidden: 'Das ist nicht erlaubt',
  not_found: 'Seite nicht gefunden',
  rate_limited: 'Zu viele Anfragen',
  unavailable: 'Handrail hat gerade zu viel zu tun',
  unreadable: 'Diese Anfrage lässt sich nicht lesen',
  internal: 'Etwas ist schiefgegangen',
  id: 'Wenn Sie sich an den Betreiber wenden, nennen Sie diese Anfragenummer: <id>',
  home: 'Zum Anfang',
}
