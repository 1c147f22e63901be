import { useEffect, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Icon } from '../parts/icon.tsx'
import { Given } from '../parts/person.tsx'
import type { Check } from './draft.ts'
import { GUIDE } from './words.ts'

/** What prevents publishing, and what would help; nothing for who may not check drafts. */
export function Checked({ id, revision }: { id: string; revision: string }) {
  const { host, common } = useShown()
  const words = useWords(GUIDE)
  const [check, setCheck] = useState<Check>()
  useEffect(() => {
    if (!host.calls) return
    const ask = async () => {
      const answer = await host.call<{ data: Check }>('check_guide_draft', { id })
      if ('value' in answer) setCheck(answer.value.data)
    }
    void ask()
  }, [host, id, revision])

  if (!check) return null
  const { problems, problems_count, advice, advice_count } = check
  return (
    <div className="part">
      {problems.length === 0 && (
        <p className="row good">
          <Icon name="done" />
          {words.checked}
        </p>
      )}
      {problems.length > 0 && <h3>{words.problems}</h3>}
      <ul className="timeline">
        {problems.map(({ id: part, title, problem, code, at = '', prevents_publishing }) => (
          <li className="row top" key={`${part} ${problem}`}>
            <Icon name={prevents_publishing ? 'late' : 'risk'} />
            <div className="grow">
              <p className="clamp strong">
                <Given text={title} />
              </p>
              <p className="quote">
                {words.found[code] ? (
                  <Given text={words.found[code](at)} />
                ) : (
                  // A code of a later version: its sentence is that for models.
                  <Given text={problem} lang="en" />
                )}
              </p>
              {prevents_publishing && <p className="bad">{words.prevents}</p>}
            </div>
          </li>
        ))}
      </ul>
      {problems_count > problems.length && (
        <p className="soft">{common.not_listed(problems_count - problems.length)}</p>
      )}
      {advice.length > 0 && (
        <details>
          <summary>
            {words.advice} {advice_count}
          </summary>
          <ul className="timeline">
            {advice.map(({ id: part, title, advice: text, code, count = 0, limit = 0 }) => (
              <li key={`${part} ${text}`}>
                <p className="clamp strong">
                  <Given text={title} />
                </p>
                <p className="quote">
                  {words.advised[code] ? words.advised[code](count, limit) : <Given text={text} lang="en" />}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
