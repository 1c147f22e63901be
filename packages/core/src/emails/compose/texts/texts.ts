import type { en } from './en.ts'

/** The texts of one language: a key that is missing, or one too many, is a compile error. */
export type Texts = Record<keyof typeof en, string>
