import type { AppError } from '@handrail/core'
import { sendPlayerPage } from '../answer.ts'
import { BrokenStairs } from '../layout/art.tsx'
import { Document } from '../layout/page.tsx'
import { type Visit, wordsOf } from '../visit.ts'
import type { Words } from '../words/words.ts'

/** What kept a request from being answered, whoever's link it was. */
export function sendProblemPage(visit: Visit, error: AppError) {
  const words = wordsOf(visit)
  const kind = kindOf(error)
  const title = words.say(`${kind}_title`)
  return sendPlayerPage(
    visit,
    error.status,
    <Document visit={visit} words={words} title={title}>
      <main class="single" id="main">
        <BrokenStairs />
        <h1>{title}</h1>
        <p class="lead">{words.say(`${kind}_text`)}</p>
        {error.status >= 500 && <Request id={visit.request.id} words={words} />}
      </main>
    </Document>,
    { retryAfter: error.retryAfter },
  )
}

function Request({ id, words }: { id: string; words: Words }) {
  return <p class="soft">{words.say('error_request', { id })}</p>
}

function kindOf({ code, status }: AppError): 'unknown' | 'busy' | 'error' | 'refused' {
  if (code === 'not_found') return 'unknown'
  if (code === 'rate_limited' || code === 'unavailable') return 'busy'
  return status >= 500 ? 'error' : 'refused'
}
