import { Users } from 'lucide-react'
import { Button } from '../../../../components/button.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Step } from '../../draft/draft.ts'

interface BothVersionsProps {
  mine: Step
  theirs: Step
  /** The name of the other member, if it is known. */
  who?: string | undefined
  choose(which: 'mine' | 'theirs'): void
}

/** The choice between the two versions of a step that somebody else has changed too. */
export function BothVersions({ mine, theirs, who, choose }: BothVersionsProps) {
  const { t } = useI18n()
  const version = (step: Step, which: 'mine' | 'theirs', button: string) => (
    <article className="version" aria-label={t(`together.${which}`)}>
      <h3>{t(`together.${which}`)}</h3>
      <p>
        <b>{step.title}</b> <span className="soft">{t(`step_type.${step.type}`)}</span>
      </p>
      <pre>{linesOf(step).join('\n')}</pre>
      <Button onClick={() => choose(which)}>{button}</Button>
    </article>
  )
  return (
    <article className="note warn both" aria-label={mine.title}>
      <Users className="icon" aria-hidden />
      <div className="stack close grow">
        <div>
          <b>{t('together.both', { name: who ?? t('together.somebody') })}</b> {t('together.both_text')}
        </div>
        <div className="versions">
          {version(mine, 'mine', t('together.keep_mine'))}
          {version(theirs, 'theirs', t('together.take_theirs'))}
        </div>
      </div>
    </article>
  )
}

/** The content of a step, as lines. */
function linesOf({ content }: Step): string[] {
  const { url, markdown, items = [], fields = [], accept = [], documents = [] } = content
  const names = [...fields.map(({ label }) => label), ...documents.map(({ name }) => name)]
  return [url, markdown, ...items, ...names, accept.join(', ')].filter(
    (line): line is string => line !== undefined && line !== '',
  )
}
