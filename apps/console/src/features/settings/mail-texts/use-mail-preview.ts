import { useEffect, useState } from 'react'
import type { Input } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'

type Previewed = Input<'previewMailText'>
const PAUSE_MS = 300

/** The mail with the text that is being written, rendered by the server as mail is; with the error of a text that is not valid. */
export function useMailPreview(input: Previewed) {
  const query = useOperation('previewMailText', useSettled(input), { keep: true })
  return { mail: query.data?.data, error: query.error }
}

/** An input that has not changed for a moment. */
function useSettled(input: Previewed): Previewed {
  const [settled, setSettled] = useState(input)
  const text = JSON.stringify(input)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
