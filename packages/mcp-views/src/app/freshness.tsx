import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { clockText } from '../words/dates.ts'
import { useShown } from './shown.ts'

/** After this time others may have changed what is shown. */
const STALE_MS = 5 * 60_000

/** Says when what is shown is old, and offers to read it again. A conversation keeps its views for ever. */
export function Freshness({ at }: { at: number }) {
  const { host, place, refresh, common } = useShown()
  const [isStale, setStale] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    setStale(false)
    const timer = setTimeout(() => setStale(true), STALE_MS)
    return () => clearTimeout(timer)
  }, [at])

  if (!isStale) return null
  const again = async () => {
    setBusy(true)
    await refresh()
    setBusy(false)
  }
  return (
    <div className="row stale" role="status">
      <span className="grow">{common.as_of(clockText(place, at))}</span>
      {host.calls && (
        <Button onClick={again} busy={isBusy}>
          {common.refresh}
        </Button>
      )}
    </div>
  )
}
