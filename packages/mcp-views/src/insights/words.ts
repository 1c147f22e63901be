import type { Words } from '../words/language.ts'

const en = {
  guide: 'Guide',
  period: 'Period',
  days: (days: number) => `Last ${days} days`,
  other: (from: string, until: string) => `${from} to ${until}`,
  enrolled: 'Enrolled',
  started: 'Started',
  completed: 'Completed',
  median_days: 'Days to the end (median)',
  effort: 'Effort, 1 hard to 7 easy',
  on_time: 'Completed by the target',
  of: (part: number, all: number) => `${part} of ${all}`,
  before: (value: string) => `${value} before`,
  no_value: 'no figure',
  funnel: 'Where people stop',
  stops: (step: string, lost: number) =>
    lost === 1 ? `1 person stops at “${step}”.` : `${lost} people stop at “${step}”.`,
  step: 'Step',
  finished: 'Finished',
  lost: 'Lost',
  time: 'Time',
  minutes: (minutes: string) => `${minutes} min`,
  nobody: 'Nobody was enrolled in this period. Choose a longer one.',
  no_steps: 'The guide has no steps.',
}

export type InsightsWords = typeof en

const de: InsightsWords = {
  guide: 'Leitfaden',
  period: 'Zeitraum',
  days: (days) => `Letzte ${days} Tage`,
  other: (from, until) => `${from} bis ${until}`,
  enrolled: 'Eingeschrieben',
  started: 'Begonnen',
  completed: 'Abgeschlossen',
  median_days: 'Tage bis zum Ende (Median)',
  effort: 'Aufwand, 1 schwer bis 7 leicht',
  on_time: 'Bis zum Ziel abgeschlossen',
  of: (part, all) => `${part} von ${all}`,
  before: (value) => `${value} davor`,
  no_value: 'keine Zahl',
  funnel: 'Wo Kontakte aufhören',
  stops: (step, lost) =>
    lost === 1 ? `1 Person hört bei „${step}“ auf.` : `${lost} Personen hören bei „${step}“ auf.`,
  step: 'Schritt',
  finished: 'Erledigt',
  lost: 'Abgebrochen',
  time: 'Zeit',
  minutes: (minutes) => `${minutes} Min.`,
  nobody: 'In diesem Zeitraum wurde niemand eingeschrieben. Wählen Sie einen längeren.',
  no_steps: 'Der Leitfaden hat keine Schritte.',
}

export const INSIGHTS: Words<InsightsWords> = { en, de }
