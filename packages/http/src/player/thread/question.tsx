import type { Placed } from '../guide.ts'
import { Icon } from '../layout/icons.tsx'
import type { LinkVisit } from '../visit.ts'
import { Send } from './send.tsx'

/** The limit of the operation, which the browser enforces too. */
export const MAX_QUESTION = 5000

interface QuestionProps {
  visit: LinkVisit
  /** The step that it is about. */
  placed: Placed | undefined
  typed: string | undefined
  wrong: string | undefined
}

export function Question({ visit: { i18n, home }, placed, typed, wrong }: QuestionProps) {
  const isWrong = wrong !== undefined
  return (
    <form method="post" action={`${home}/ask`} data-once>
      {placed && <input type="hidden" name="step_id" value={placed.step.id} />}
      <div class={`f ${isWrong ? 'wrong' : ''}`}>
        <label class="label" for="question">
          {i18n.t('ask_question')}
        </label>
        {placed && <p class="hint">{i18n.t('ask_about', { step: placed.step.title })}</p>}
        <textarea
          class="input"
          id="question"
          name="body"
          rows={4}
          maxLength={MAX_QUESTION}
          dir="auto"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? 'question-wrong' : undefined}
          data-focus={isWrong || undefined}
        >
          {typed}
        </textarea>
        {isWrong && (
          <p class="error" id="question-wrong">
            <Icon name="alert" /> {wrong}
          </p>
        )}
      </div>
      <Send i18n={i18n} />
    </form>
  )
}
