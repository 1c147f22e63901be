import { useEffect, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Given } from '../parts/person.tsx'
import type { Outline } from './draft.ts'
import { GUIDE } from './words.ts'

/** The sections and steps of the draft, once they are asked for. */
export function DraftOutline({ id, revision }: { id: string; revision: string }) {
  const { host, common } = useShown()
  const words = useWords(GUIDE)
  const [isOpen, setOpen] = useState(false)
  const [outline, setOutline] = useState<Outline>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!isOpen || outline?.revision === revision) return
    const ask = async () => {
      const answer = await host.call<{ data: Outline }>('get_guide_draft', { id })
      if ('failure' in answer) return setFailure(answer.failure || common.failed)
      setOutline(answer.value.data)
    }
    void ask()
  }, [isOpen, host, id, revision, outline, common])

  if (!host.calls) return null
  return (
    <div className="part">
      <Button onClick={() => setOpen(!isOpen)} expanded={isOpen}>
        {words.outline}
      </Button>
      {isOpen && failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      {isOpen && !outline && failure === undefined && <p role="status">{common.loading}</p>}
      {isOpen && outline && (
        <ol className="timeline">
          {outline.sections.map(({ id: section, title, steps_count, steps }) => (
            <li key={section}>
              <p className="clamp">
                <Given className="strong" text={title} /> <span className="soft">{words.steps(steps_count)}</span>
              </p>
              <ol className="steps">
                {steps?.map(({ id: step, title: name, estimated_minutes, required = true }) => (
                  <li className="row" key={step}>
                    <span className="grow clamp">
                      <Given text={name} />
                    </span>
                    <span className="soft small">
                      {!required && words.optional}{' '}
                      {estimated_minutes !== undefined && words.minutes(estimated_minutes)}
                    </span>
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
