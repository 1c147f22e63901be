import { Upload } from 'lucide-react'
import { useI18n } from '../../i18n/i18n.ts'
import type { OptionalItem } from '../../workspace/palette/palette-item.ts'
import { useCan } from '../../workspace/workspace.ts'

export function useImportCommands(): OptionalItem[] {
  const { t } = useI18n()
  const canImport = useCan('imports:manage')
  const command = (id: 'import_contacts' | 'import_organisations', resource: string): OptionalItem =>
    canImport && { id, text: t(`palette.${id}`), icon: Upload, target: { to: '/imports', search: { resource } } }
  return [command('import_contacts', 'contacts'), command('import_organisations', 'organisations')]
}
