import { useState } from 'preact/hooks'
import { useShown } from './shown.ts'

/** Calls tools that act: whether one is under way, and why the last one failed. */
export function useCall() {
  const { host, common } = useShown()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** @returns why it failed; undefined once it is done */
  async function call(tool: string, given: Record<string, unknown>): Promise<string | undefined> {
    setBusy(true)
    const answer = await host.call(tool, given)
    setBusy(false)
    const failed = 'failure' in answer ? answer.failure || common.failed : undefined
    setFailure(failed)
    return failed
  }
  return { call, isBusy, failure }
}
