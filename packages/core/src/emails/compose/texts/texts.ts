import type { en } from './en.ts'
import type { plansEn } from './plans/en.ts'

/** The texts of one language: a key that is missing, or one too many, is a compile error. */
export type Texts = Record<keyof typeof en, string>

/** Those of them that are about plans. */
export type PlanTexts = Record<keyof typeof plansEn, string>
