import { type Unfinished, unfinishedOf } from '@handrail/core/contract'
import { useMemo } from 'react'
import { type I18n, useI18n } from '../../../../i18n/i18n.ts'
import type { Draft } from '../../draft/draft.ts'

/** The unfinished parts of a draft, in its order. */
export function useUnfinished({ sections }: Draft): readonly Unfinished[] {
  const { t } = useI18n()
  return useMemo(
    () => unfinishedOf(sections, [t('editor.new_section'), t('editor.new_item'), t('editor.new_field')]),
    [sections, t],
  )
}

/** What is unfinished, as a sentence. */
export function unfinishedText({ problem, at = '' }: Unfinished, { t }: Pick<I18n, 't'>): string {
  return t(`unfinished.${problem}`, { at })
}
