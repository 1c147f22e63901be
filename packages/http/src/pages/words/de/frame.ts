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
  the_link: 'Link',
  editor: 'Redakteur',
  error: 'Fehler: {{title}}',
  home: 'Start',
  language: 'Sprache',
  main: 'Hauptnavigation',
  members: 'Mitglieder',
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
  lead: 'Hier beginnt alles in dieser Handrail-Instanz.',
  workspaces: 'Ihre Arbeitsbereiche',
  members_of: 'Mitglieder von {{workspace}}',
  places: 'Orte',
  assistants: 'KI-Assistenten verbinden',
  assistants_text: 'Fertige Konfigurationen für Claude, Cursor, VS Code und andere.',
  docs: 'API-Referenz',
  docs_text: 'Jeder Aufruf der REST-API, mit Beispielen zum Ausprobieren.',
  outbox: 'Postausgang',
  outbox_text: 'Was Kontakten gemailt wird, und die Links zum Weitergeben.',
  members_text: 'Wer zu einem Arbeitsbereich gehört, und wer eingeladen ist.',
  account_text: 'Ihr Name, Passwort, zweiter Faktor und Ihre Sitzungen.',
}

export const error: German<typeof errorEnglish> = {
  forbidden: 'Das ist nicht erlaubt',
  not_found: 'Hier ist nichts',
  rate_limited: 'Zu viele Anfragen',
  unavailable: 'Handrail hat gerade zu viel zu tun',
  unreadable: 'Diese Anfrage lässt sich nicht lesen',
  internal: 'Etwas ist schiefgegangen',
  id: 'Nennen Sie dem Betreiber diese Nummer: <id>',
  home: 'Zum Anfang',
}
