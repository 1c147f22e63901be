import { useState } from 'preact/hooks'
import { useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { ENROLLMENT } from './words.ts'

/** Copies the link of the customer; where the frame may not, shows it to be copied. */
export function CopyLink({ url }: { url: string }) {
  const words = useWords(ENROLLMENT)
  const [state, setState] = useState<'none' | 'copied' | 'shown'>('none')
  if (state === 'shown')
    return (
      <input
        readOnly
        aria-label={words.link}
        value={url}
        ref={(input) => input?.focus()}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    )
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setState('copied')
    } catch {
      // The frame may not write to the clipboard, or has none.
      setState('shown')
    }
  }
  return (
    <>
      <Button onClick={copy}>
        <Icon name="link" />
        {words.copy}
      </Button>
      <span className="soft" role="status">
        {state === 'copied' && words.copied}
      </span>
    </>
  )
}
