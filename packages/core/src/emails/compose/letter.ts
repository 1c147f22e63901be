import type { Language } from '../../contract/languages.ts'

/** A link in a line of small print. */
export interface FooterLink {
  label: string
  url: string
}

/** A thing to be done, in a list. */
export interface LetterItem {
  /** Why it is listed: "2 days late". */
  label: string
  isLate: boolean
  title: string
  url: string
  detail?: string | undefined
  /** Text written by a person. */
  quote?: { text: string; by: string } | undefined
}

/** Things that belong together. */
export interface LetterGroup {
  /** Empty where there is no other group. */
  title: string
  items: readonly LetterItem[]
}

/** The content of a mail in one language, independent of its format. All texts are on one line, except for the quote and paragraphs. */
export interface EmailContent {
  language: Language
  subject: string
  /** The text that mail clients show beside the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** Text written by a person. */
  quote?: { text: string; by: string } | undefined
  progress?: { done: number; total: number } | undefined
  groups?: readonly LetterGroup[]
  button?: { label: string; url: string }
  /** Texts below the button. */
  notes?: readonly string[]
  footer: readonly (string | FooterLink)[]
}
