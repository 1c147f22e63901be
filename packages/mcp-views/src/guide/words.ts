import type { Words } from '../words/language.ts'

const en = {
  draft: 'Draft',
  published: (version: number | null) => (version === null ? 'Published' : `Version ${version} is published.`),
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  none: 'The draft says the same as the published version.',
  not_listed: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  kinds: { added: 'New', changed: 'Changed', removed: 'Removed', moved: 'Moved', guide: 'The guide itself' },
  in_section: (section: string) => `in “${section}”`,
  fields: {
    title: 'title',
    description: 'description',
    type: 'type',
    text: 'text',
    content: 'content',
    minutes: 'minutes',
    responsible: 'who does it',
    review: 'review',
    due: 'date',
    opens: 'when it opens',
    waiting_message: 'message while it is closed',
    now_required: 'now required',
    now_optional: 'now optional',
  } as Record<string, string>,
  problems: 'Problems',
  prevents: 'Prevents publishing',
  advice: 'Advice',
  checked: 'Nothing stands in the way of publishing.',
  outline: 'Outline',
  steps: (count: number) => (count === 1 ? '1 step' : `${count} steps`),
  minutes: (count: number) => `${count} min`,
  optional: 'optional',
  publish: 'Publish',
  publish_now: 'Publish now',
  publish_title: 'New enrollments get this draft.',
  on_their_way: (count: number) =>
    count === 0
      ? 'Nobody is on their way.'
      : count === 1
        ? '1 customer on the way keeps the version of before.'
        : `${count} customers on their way keep the version of before.`,
  good_until: (time: string) => `Good until ${time}, for exactly this draft.`,
  leave: 'Leave it a draft',
}

export type GuideWords = typeof en

const de: GuideWords = {
  draft: 'Entwurf',
  published: (version) => (version === null ? 'Veröffentlicht' : `Fassung ${version} ist veröffentlicht.`),
  changes: (count) => (count === 1 ? '1 Änderung' : `${count} Änderungen`),
  none: 'Der Entwurf ist so wie die veröffentlichte Fassung.',
  not_listed: (count) => (count === 1 ? 'und 1 weitere' : `und ${count} weitere`),
  kinds: { added: 'Neu', changed: 'Geändert', removed: 'Entfernt', moved: 'Verschoben', guide: 'Der Leitfaden selbst' },
  in_section: (section) => `in „${section}“`,
  fields: {
    title: 'Titel',
    description: 'Beschreibung',
    type: 'Art',
    text: 'Text',
    content: 'Inhalt',
    minutes: 'Minuten',
    responsible: 'wer es macht',
    review: 'Prüfung',
    due: 'Termin',
    opens: 'wann er öffnet',
    waiting_message: 'Hinweis, solange er geschlossen ist',
    now_required: 'jetzt Pflicht',
    now_optional: 'jetzt freiwillig',
  },
  problems: 'Probleme',
  prevents: 'Verhindert die Veröffentlichung',
  advice: 'Rat',
  checked: 'Der Veröffentlichung steht nichts im Weg.',
  outline: 'Gliederung',
  steps: (count) => (count === 1 ? '1 Schritt' : `${count} Schritte`),
  minutes: (count) => `${count} Min.`,
  optional: 'freiwillig',
  publish: 'Veröffentlichen',
  publish_now: 'Jetzt veröffentlichen',
  publish_title: 'Neue Einschreibungen bekommen diesen Entwurf.',
  on_their_way: (count) =>
    count === 0
      ? 'Niemand ist unterwegs.'
      : count === 1
        ? '1 Kunde, der unterwegs ist, behält die bisherige Fassung.'
        : `${count} Kunden, die unterwegs sind, behalten die bisherige Fassung.`,
  good_until: (time) => `Gilt bis ${time}, für genau diesen Entwurf.`,
  leave: 'Entwurf lassen',
}

export const GUIDE: Words<GuideWords> = { en, de }
