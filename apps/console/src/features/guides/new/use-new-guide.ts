import { useAct } from '../../../api/use-operation.ts'
import { useWords } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'
import type { TemplateName } from '../templates/template.ts'
import { loadTemplates } from '../templates/templates.ts'

/** Makes a guide of a template, or an empty one, and opens it. */
export function useNewGuide() {
  const { say, language } = useWords()
  const go = useGo()
  const { mutateAsync, isPending, error } = useAct('createGuide', { shown: true })
  const make = async (name: TemplateName | undefined, title = '') => {
    const template = name && (await loadTemplates(language))[name]
    const empty = { sections: [{ title: say('guides.first_section'), steps: [] }] }
    const { data } = await mutateAsync({
      ...(template ?? empty),
      title: title.trim() || (template?.title ?? ''),
    })
    go(`/guides/${data.id}`)
  }
  return { make, isPending, error }
}
