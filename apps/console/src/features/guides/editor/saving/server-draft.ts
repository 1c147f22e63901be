import { call } from '../../../../api/call.ts'
import type { Data } from '../../../../api/operations.ts'
import { type Draft, draftOf } from '../../draft/draft.ts'
import { type Base, brought } from './merge.ts'

/** The last known state of a draft on the server. */
interface Known extends Base {
  etag: string | null
}

/** The way to the server's side of one draft. */
export interface ServerDraft {
  known(): Base
  /** @throws CallError 412 where somebody else has saved since it was known */
  send(draft: Draft): Promise<Data<'updateGuide'>>
  /** The draft on the server, and the common base of that and the local draft. */
  bring(): Promise<{ guide: Data<'getGuideDraft'>; base: Base; theirs: Draft }>
  /** Publishes the known state. @throws CallError 412 if somebody else has saved since */
  publish(): Promise<void>
  /** Runs requests one after the other, so that an earlier answer is not taken for a newer state. */
  inTurn(work: () => Promise<void>): Promise<void>
}

interface Opened {
  id: string
  workspace: string | undefined
  known: Known
}

export function openServerDraft({ id, workspace, known: first }: Opened): ServerDraft {
  let known = first
  let last = Promise.resolve()
  return {
    known: () => known,
    async send(sent) {
      const { value, etag } = await call(
        'updateGuide',
        { id, ...sent },
        { workspace, ifMatch: known.etag ?? undefined },
      )
      known = { sent, answered: draftOf(value.data), etag }
      return value.data
    },
    async bring() {
      const { value, etag } = await call('getGuideDraft', { id }, { workspace })
      const theirs = draftOf(value.data)
      const base = known
      known = { ...brought(base, theirs), etag }
      return { guide: value.data, base, theirs }
    },
    async publish() {
      await call('publishGuide', { id }, { workspace, ifMatch: known.etag ?? undefined })
    },
    inTurn(work) {
      last = last.then(work, work)
      return last
    },
  }
}
