import { Icon } from '../layout/icons.tsx'
import type { StepVisit } from '../steps/step-page.ts'
import type { SingleKey } from '../words/catalogue.ts'
import { Send } from './send.tsx'
import { whomOf } from './whom.ts'

/** Why somebody gets no further, in the order in which it is offered. */
export const REASONS = {
  unclear: 'stuck_by_unclear',
  missing_information: 'stuck_by_missing_information',
  no_access: 'stuck_by_no_access',
  not_mine: 'stuck_by_not_mine',
  broken: 'stuck_by_broken',
  other: 'stuck_by_other',
} as const satisfies Record<string, SingleKey>

/** The way out of a step that cannot be done: to say why, or to ask. */
export function Stuck({ visit: { words, home, placed, link } }: { visit: StepVisit }) {
  return (
    <div class="helps">
      <details class="stuck">
        <summary>
          <Icon name="help" /> {words.say('stuck')}
        </summary>
        <form method="post" action={`${home}/ask`} data-once>
          <input type="hidden" name="step_id" value={placed.step.id} />
          <fieldset class="f">
            <legend class="label">{words.say('stuck_title')}</legend>
            <div class="pick">
              {Object.entries(REASONS).map(([reason, text]) => (
                <label key={reason}>
                  <input type="radio" name="reason" value={reason} required /> {words.say(text)}
                </label>
              ))}
            </div>
          </fieldset>
          <div class="f">
            <label class="label" for="stuck-note">
              {words.say('stuck_note')}
            </label>
            <textarea class="input" id="stuck-note" name="body" rows={3} maxLength={5000} dir="auto" />
          </div>
          <Send words={words} />
        </form>
      </details>
      <a class="ask" href={`${home}/ask?step=${placed.step.id}`}>
        <Icon name="message" /> {words.say('ask', { whom: whomOf(link) })}
      </a>
    </div>
  )
}
