import type { Words } from '../words/language.ts'

const en = {
  title: 'Needs attention',
  filter: 'Which customers',
  groups: { all: 'All', late: 'Late', at_risk: 'At risk', ours: 'Waits for us' },
  empty: 'Nobody needs attention. All customers are on their way.',
  empty_group: 'Nobody here.',
  looked_after: (name: string) => `looked after by ${name}`,
  kinds: {
    question: 'Asked a question',
    review: 'Waits for a review',
    late: 'Late',
    link_request: 'Asks for a new link',
    at_risk: 'At risk',
    expiring: 'Link expires soon',
    stalled: 'Stuck',
    not_started: 'Not started',
  },
  since: (days: number) => (days === 0 ? 'since today' : days === 1 ? 'for 1 day' : `for ${days} days`),
  one_a_day: 'Nobody gets more than one reminder a day.',
  more: 'Show more',
  open_name: (name: string) => `Open ${name} in Handrail`,
  open: 'Open',
  our_step: 'our step',
  done: 'Done',
  done_name: (step: string) => `Mark “${step}” as done`,
  is_done: 'Done',
}

export type AttentionWords = typeof en

const de: AttentionWords = {
  title: 'Braucht Aufmerksamkeit',
  filter: 'Welche Kunden',
  groups: { all: 'Alle', late: 'Zu spät', at_risk: 'Gefährdet', ours: 'Wartet auf uns' },
  empty: 'Niemand braucht Aufmerksamkeit. Alle Kunden kommen voran.',
  empty_group: 'Hier ist niemand.',
  looked_after: (name) => `betreut von ${name}`,
  kinds: {
    question: 'Hat etwas gefragt',
    review: 'Wartet auf Prüfung',
    late: 'Zu spät',
    link_request: 'Bittet um einen neuen Link',
    at_risk: 'Gefährdet',
    expiring: 'Link läuft bald ab',
    stalled: 'Steckt fest',
    not_started: 'Nicht begonnen',
  },
  since: (days) => (days === 0 ? 'seit heute' : days === 1 ? 'seit 1 Tag' : `seit ${days} Tagen`),
  one_a_day: 'Ein Kontakt bekommt höchstens eine Erinnerung am Tag.',
  more: 'Mehr zeigen',
  open_name: (name) => `${name} in Handrail öffnen`,
  open: 'Öffnen',
  our_step: 'unser Schritt',
  done: 'Erledigt',
  done_name: (step) => `„${step}“ als erledigt markieren`,
  is_done: 'Erledigt',
}

export const ATTENTION: Words<AttentionWords> = { en, de }
