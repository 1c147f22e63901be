import type {
  frame as frameEnglish,
  nav as navEnglish,
  problem as problemEnglish,
  role as roleEnglish,
  status as statusEnglish,
} from '../en/frame.ts'
import type { Same } from '../same.ts'

export const frame: Same<typeof frameEnglish> = {
  account: 'Ihr Konto',
  language: 'Sprache',
  more: 'Mehr',
  navigation: 'Hauptnavigation',
  no_workspace: 'Sie sind in keinem Arbeitsbereich Mitglied',
  no_workspace_text: 'Bitten Sie den Admin eines Arbeitsbereichs um eine Einladung.',
  out_of_touch: 'Keine Live-Verbindung zum Server. Diese Seite wird alle 30 Sekunden aktualisiert.',
  not_member: 'Sie sind kein Mitglied dieses Arbeitsbereichs',
  not_member_text: 'Bitten Sie einen Admin dieses Arbeitsbereichs um eine Einladung.',
  sign_out: 'Abmelden',
  signed_in: 'Sie sind angemeldet',
  signed_in_text: 'Sie können dieses Fenster schließen.',
  switch: 'Wechseln',
  skip: 'Zum Inhalt',
  theme: 'Hell oder dunkel',
  theme_system: 'Wie das System',
  theme_light: 'Hell',
  theme_dark: 'Dunkel',
}

export const nav: Same<typeof navEnglish> = {
  overview: 'Überblick',
  work: 'Meine Aufgaben',
  work_short: 'Aufgaben',
  customers: 'Kunden',
  enrollments: 'Einschreibungen',
  guides: 'Leitfäden',
  contacts: 'Kontakte',
  organisations: 'Organisationen',
  analytics: 'Auswertung',
  inbox: 'Posteingang',
  inbox_short: 'Eingang',
  outbox: 'Postausgang',
  settings: 'Einstellungen',
}

export const problem: Same<typeof problemEnglish> = {
  crashed: 'Diese Seite konnte nicht gezeigt werden',
  crashed_text: 'Es ist nichts verloren gegangen. Laden Sie die Seite neu.',
  home: 'Zur Startseite',
  missing: 'Seite nicht gefunden',
  missing_text: 'Der Link ist vielleicht unvollständig, oder sein Ziel wurde gelöscht.',
  part_text:
    'Es ist nichts verloren gegangen. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal. Hilft das nicht, laden Sie die Seite neu.',
  reload: 'Neu laden',
}

export const role: Same<typeof roleEnglish> = {
  viewer: 'Betrachter',
  editor: 'Redakteur',
  admin: 'Admin',
  owner: 'Inhaber',
  viewer_text: 'Sieht alles, ändert nichts.',
  editor_text: 'Schreibt und veröffentlicht Leitfäden, schreibt Kontakte ein und hilft ihnen.',
  admin_text: 'Alles, was Redakteure können, und verwaltet Kontakte, Mitglieder und Anbindungen.',
}

export const status: Same<typeof statusEnglish> = {
  in_progress: 'Unterwegs',
  invited: 'Eingeladen',
  completed: 'Abgeschlossen',
  expired: 'Abgelaufen',
  active: 'Aktiv {{ago}}',
  completed_on: 'Abgeschlossen {{day}}',
  expired_on: 'Abgelaufen {{day}}',
  invited_on: 'Eingeladen {{day}}',
  stuck: 'Steckt fest',
  stuck_days_one: 'Steckt seit {{count}} Tag fest',
  stuck_days_other: 'Steckt seit {{count}} Tagen fest',
}
