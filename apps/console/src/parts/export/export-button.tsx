import { Download } from 'lucide-react'
import { useMay } from '../../app/workspace.ts'
import { useDownload } from '../../door/files.ts'
import type { Input } from '../../door/operations.ts'
import { useWords } from '../../words/words.ts'
import { Button } from '../button.tsx'

type ListExport = Extract<Input<'createExport'>['export'], { what: 'list' }>

/** Downloads a list as CSV: what the filters of the page leave of it. */
export function ExportButton({ list, filters = {} }: Omit<ListExport, 'what'>) {
  const { say } = useWords()
  const download = useDownload()
  if (!useMay('exports:manage')) return null
  return (
    <Button onClick={() => void download({ what: 'list', list, filters })}>
      <Download className="icon" aria-hidden />
      {say('exports.action')}
    </Button>
  )
}
