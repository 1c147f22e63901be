import { LIST_FORMATS } from '@handrail/core/contract'
import { Download } from 'lucide-react'
import { useDownload } from '../../api/files.ts'
import type { Input } from '../../api/operations.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'
import { Button } from '../button.tsx'
import { PopMenu } from '../menu.tsx'

type ListExport = Extract<Input<'createExport'>['export'], { what: 'list' }>

/** Downloads the filtered list, as a workbook or as CSV. */
export function ExportButton({ list, filters = {} }: Omit<ListExport, 'what' | 'format'>) {
  const { t } = useI18n()
  const download = useDownload()
  if (!useCan('exports:manage')) return null
  const entries = LIST_FORMATS.toReversed().map((format) => ({
    text: t(`exports.format.${format}`),
    run: () => download({ what: 'list', list, filters, format }),
  }))
  return (
    <PopMenu entries={entries} position="bottom-end">
      {(own) => (
        <Button {...own}>
          <Download className="icon" aria-hidden />
          {t('exports.action')}
        </Button>
      )}
    </PopMenu>
  )
}
