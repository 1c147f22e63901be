import { useState } from 'react'
import { InPlace } from '../../../components/form/in-place.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Editing } from './saving/use-draft.ts'

/** The title of a guide, edited in place. An emptied title becomes the previous one when the field is left. */
export function GuideTitle({ editing }: { editing: Editing }) {
  const { t } = useI18n()
  const [isEmptied, setEmptied] = useState(false)
  const { draft, change } = editing
  return (
    <InPlace
      as="h1"
      label={t('editor.guide_title')}
      value={isEmptied ? '' : draft.title}
      placeholder={draft.title}
      onChange={(title) => {
        const isEmpty = title.trim() === ''
        setEmptied(isEmpty)
        if (!isEmpty) change((before) => ({ ...before, title }))
      }}
      onClose={() => setEmptied(false)}
    />
  )
}
