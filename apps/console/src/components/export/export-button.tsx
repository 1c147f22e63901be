import { LIST_FORMATS } from '@handrail/core/contract'
import { Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import { useDownload } from '../../api/files.ts'
import type { Input } from '../../api/operations.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'
import { Button } from '../button.tsx'
import { MENU } from '../menu.tsx'

type ListExport = Extract<Input<'createExport'>['export'], { what: 'list' }>

/** Downloads the filtered list, as a workbook or as CSV. */
export function ExportButton({ list, filters = {} }: Omit<ListExport, 'what' | 'format'>) {
  const { t } = useI18n()
  const download = useDownload()
  if (!useCan('exports:manage')) return null
  return (
    <Menu position="bottom-end" {...MENU} classNames={{ dropdown: 'pop', item: 'pop-item' }}>
      <Menu.Target>
        <Button>
          <Download className="icon" aria-hidden />
          {t('exports.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LIST_FORMATS.toReversed().map((format) => (
          <Menu.Item key={format} onClick={() => void download({ what: 'list', list, filters, format })}>
            {t(`exports.format.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
