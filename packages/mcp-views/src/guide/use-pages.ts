import { useEffect, useState } from 'preact/hooks'
import { useShown } from '../app/shown.ts'
import type { ShownPage } from './draft.ts'

/** The overview of a draft, and the page of the step that is chosen. */
export interface Pages {
  /** Undefined while it is read, and for who may not. */
  overview: ShownPage | undefined
  /** The step that is shown; undefined for the overview. */
  step_id: string | undefined
  /** The HTML of the page; undefined while it is read. */
  html: string | undefined
  failure: string | undefined
  choose(step_id: string | undefined): void
}

export function usePages(id: string): Pages {
  const { host, common } = useShown()
  const [overview, setOverview] = useState<ShownPage>()
  const [step_id, choose] = useState<string>()
  const [read, setRead] = useState<{ of: string | undefined; html: string }>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!host.calls) return
    let isOver = false
    const ask = async () => {
      const given = step_id === undefined ? { id } : { id, step_id }
      const answer = await host.call<{ data: ShownPage }>('show_guide_draft', given)
      if (isOver) return
      if ('failure' in answer) return setFailure(answer.failure || common.failed)
      setFailure(undefined)
      const { data } = answer.value
      if (step_id === undefined) setOverview(data)
      setRead({ of: step_id, html: data.page })
    }
    void ask()
    return () => {
      isOver = true
    }
  }, [host, id, step_id, common])
  return { overview, step_id, html: read?.of === step_id ? read?.html : undefined, failure, choose }
}
