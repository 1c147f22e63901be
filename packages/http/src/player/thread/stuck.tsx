import type { SingleKey } from '../i18n/catalogue.ts'
import { Icon } from '../layout/icons.tsx'
import type { StepVisit } from '../steps/step-page.ts'
import { contactPersonOf } from './contact-person.ts'
import { MAX_QUESTION } from './question.tsx'
import { Send } from './send.tsx'

/** The reasons for being stuck, in display order. */
export const REASONS = {
  unclear: 'stuck_by_unclear',
  missing_information: 'stuck_by_missing_information',
  no_access: 'stuck_by_no_access',
  not_mine: 'stuck_by_not_mine',
  broken: 'stuck_by_broken',
  other: 'stuck_by_other',
} as const satisfies Record<string, SingleKey>

/** The help of a step that the reader does not do: ask a question. */
export function AskAbout({ visit }: { visit: StepVisit }) {
  return (
    <div class="helps">
      <Ask visit={visit} />
    </div>
  )
}

function Ask({ visit: { i18n, home, placed, link } }: { visit: StepVisit }) {
  return (
    <a class="ask" href={`${home}/ask?step=${placed.step.id}`}>
      <Icon name="message" /> {i18n.t('ask', { whom: contactPersonOf(link) })}
    </a>
  )
}

/** The help of a step that cannot be completed: report the reason, or ask a question. */
export function Stuck({ visit }: { visit: StepVisit }) {
  const { i18n, home, placed } = visit
  return (
    <div class="helps">
      <details class="stuck">
        <summary>
          <Icon name="help" /> {i18n.t('stuck')}
        </summary>
        <form method="post" action={`${home}/ask`} data-once>
          <input type="hidden" name="step_id" value={placed.step.id} />
          <fieldset class="f">
            <legend class="label">{i18n.t('stuck_title')}</legend>
            <div class="pick">
              {Object.entries(REASONS).map(([reason, text]) => (
                <label key={reason}>
                  <input type="radio" name="reason" value={reason} required /> {i18n.t(text)}
                </label>
              ))}
            </div>
          </fieldset>
          <div class="f">
            <label class="label" for="stuck-note">
              {i18n.t('stuck_note')}
            </label>
            <textarea class="input" id="stuck-note" name="body" rows={3} maxLength={MAX_QUESTION} dir="auto" />
          </div>
          <Send i18n={i18n} />
        </form>
      </details>
      <Ask visit={visit} />
    </div>
  )
}
