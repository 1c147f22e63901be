import { useAnswer } from '../../../api/use-operation.ts'
import { ChoiceField } from '../../../components/form/field.tsx'
import { Unanswered } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'

interface GuideChoiceProps {
  value: string
  wrong: string | undefined
  onChange(id: string): void
}

/** A guide that somebody can be enrolled in. */
export function GuideChoice({ value, wrong, onChange }: GuideChoiceProps) {
  const { say } = useWords()
  const query = useAnswer('listAllGuides', { status: 'published', per_page: 100 })
  const guides = query.data?.data
  if (!guides && query.error) return <Unanswered queries={[query]} />
  return (
    <>
      {guides?.length === 0 && <p className="note warn">{say('enroll.no_guides')}</p>}
      <ChoiceField
        label={say('enroll.guide')}
        value={value}
        wrong={wrong}
        options={[
          ['', say(guides ? 'enroll.choose_guide' : 'common.loading')],
          ...(guides ?? []).map(({ id, title }) => [id, title] as const),
        ]}
        onChange={onChange}
      />
    </>
  )
}
