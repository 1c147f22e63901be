import { useEffect } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { ChoiceField } from '../../../components/form/field.tsx'
import { QueryPending } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

interface GuideChoiceProps {
  value: string
  wrong: string | undefined
  onChange(id: string): void
}

/** A guide that somebody can be enrolled in. The only one is selected. */
export function GuideChoice({ value, wrong, onChange }: GuideChoiceProps) {
  const { t } = useI18n()
  const query = useOperation('listAllGuides', { status: 'published', per_page: 100 })
  const guides = query.data?.data
  const only = guides?.length === 1 ? guides[0]?.id : undefined
  useEffect(() => {
    if (value === '' && only !== undefined) onChange(only)
  })
  if (!guides && query.error) return <QueryPending queries={[query]} />
  return (
    <>
      {guides?.length === 0 && <p className="note warn">{t('enroll.no_guides')}</p>}
      <ChoiceField
        label={t('enroll.guide')}
        value={value}
        wrong={wrong}
        options={[
          ['', t(guides ? 'enroll.choose_guide' : 'common.loading')],
          ...(guides ?? []).map(({ id, title }) => [id, title] as const),
        ]}
        onChange={onChange}
      />
    </>
  )
}
