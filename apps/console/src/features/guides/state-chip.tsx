import { useWords } from '../../i18n/i18n.ts'

const LOOKS = { published: 'chip good', draft: 'chip', archived: 'chip line' } as const

export function StateChip({ status }: { status: keyof typeof LOOKS }) {
  const { say } = useWords()
  return <span className={LOOKS[status]}>{say(`guides.state.one_${status}`)}</span>
}
