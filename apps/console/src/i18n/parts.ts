import type { InterfaceLanguage } from '@handrail/core/contract'

/** Texts that few pages have, which load them beside their scripts. A part is a module: its exports are texts by their first key. */
const PARTS = {
  settings: { en: () => import('./en/settings/pages.ts'), de: () => import('./de/settings/pages.ts') },
  mail_server: { en: () => import('./en/settings/mail-server.ts'), de: () => import('./de/settings/mail-server.ts') },
  mail_texts: { en: () => import('./en/settings/mail-texts.ts'), de: () => import('./de/settings/mail-texts.ts') },
  kept_mail: { en: () => import('./en/settings/kept-mail.ts'), de: () => import('./de/settings/kept-mail.ts') },
  work: { en: () => import('./en/work.ts'), de: () => import('./de/work.ts') },
  plan: { en: () => import('./en/plan.ts'), de: () => import('./de/plan.ts') },
  customers: { en: () => import('./en/customers.ts'), de: () => import('./de/customers.ts') },
  review: { en: () => import('./en/review.ts'), de: () => import('./de/review.ts') },
  approval: { en: () => import('./en/approval.ts'), de: () => import('./de/approval.ts') },
  audit: { en: () => import('./en/settings/audit.ts'), de: () => import('./de/settings/audit.ts') },
} satisfies Record<string, Record<InterfaceLanguage, () => Promise<object>>>

export type TextPart = keyof typeof PARTS

type Loaded<P extends TextPart> = Awaited<ReturnType<(typeof PARTS)[P]['en']>>

/** The texts of all parts. */
export type PartTexts = Loaded<'settings'> &
  Loaded<'mail_server'> &
  Loaded<'mail_texts'> &
  Loaded<'kept_mail'> &
  Loaded<'work'> &
  Loaded<'plan'> &
  Loaded<'customers'> &
  Loaded<'review'> &
  Loaded<'approval'> &
  Loaded<'audit'>

export async function loadPart(part: TextPart, language: InterfaceLanguage): Promise<object> {
  return { ...(await PARTS[part][language]()) }
}
