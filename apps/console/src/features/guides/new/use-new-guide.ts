import type { TemplateName } from '@handrail/core/contract'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'
import { loadTemplates } from '../templates/templates.ts'

/** Makes a guide of a template, or an empty one, and opens it. */
export function useNewGuide() {
  const { t, language } = useI18n()
  const go = useGo()
  const { mutateAsync, isPending, error } = useOperationMutation('createGuide', { shown: true })
  const make = async (name: TemplateName | undefined, title = '') => {
    const template = name && (await loadTemplates(language))[name]
    const empty = { sections: [{ title: t('guides.first_section'), steps: [] }] }
    const { data } = await mutateAsync({
      ...(template ?? empty),
      title: title.trim() || (template?.title ?? ''),
    })
    go(`/guides/${data.id}`)
  }
  return { make, isPending, error }
}
