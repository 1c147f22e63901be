import { useState } from 'preact/hooks'
import { useShown } from '../app/shown.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Has the host open the page of what is shown, where it opens pages. */
export function OpenLink({ url, label }: { url: string; label?: string }) {
  const { host, common } = useShown()
  const [hasFailed, setFailed] = useState(false)
  if (!host.opens || !/^https?:\/\//.test(url)) return null
  if (hasFailed) return <span role="alert">{common.no_link}</span>
  return (
    <Button
      kind="quiet"
      onClick={() => host.open(url).catch(() => setFailed(true))}
      {...(label !== undefined && { label })}
    >
      <Icon name="open" />
      {common.open}
    </Button>
  )
}
