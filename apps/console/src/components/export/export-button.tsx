import { Download } from 'lucide-react'
import { useDownload } from '../../api/files.ts'
import type { Input } from '../../api/operations.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'
import { Button } from '../button.tsx'

type ListExport = Extract<Input<'createExport'>['export'], { what: 'list' }>

/** Downloads the filtered list as CSV. */
export function ExportButton({ list, filters = {} }: Omit<ListExport, 'what'>) {
  const { t } = useI18n()
  const download = useDownload()
  if (!useCan('exports:manage')) return null
  return (
    <Button onClick={() => void download({ what: 'list', list, filters })}>
      <Download className="icon" aria-hidden />
      {t('exports.action')}
    </Button>
  )
}
