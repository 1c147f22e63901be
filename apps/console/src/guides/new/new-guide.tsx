import { useState } from 'react'
import { useGo } from '../../app/link.tsx'
import { useAct } from '../../door/hooks.ts'
import { FormDialog } from '../../parts/dialog/form-dialog.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useWords } from '../../words/words.ts'
import { TEMPLATE_NAMES, type TemplateName } from '../templates/template.ts'
import { loadTemplates } from '../templates/templates.ts'
import '../guides.css'

/** A new guide: an empty one, or one of six that somebody has thought about already. */
export function NewGuideDialog({ onClose }: { onClose(): void }) {
  const { say, language } = useWords()
  const go = useGo()
  const [chosen, choose] = useState<TemplateName>()
  const create = useAct('createGuide', { shown: true })
  const initial = { title: '' }
  const save = async ({ title }: typeof initial) => {
    const template = chosen && (await loadTemplates(language))[chosen]
    const empty = { sections: [{ title: say('guides.first_section'), steps: [] }] }
    const { data } = await create.mutateAsync({
      ...(template ?? empty),
      title: title.trim() || (template?.title ?? ''),
    })
    go(`/guides/${data.id}`)
  }
  return (
    <FormDialog
      broad
      title={say('guides.new')}
      action={say('guides.create')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <fieldset className="templates">
            <legend className="label">{say('guides.begin_with')}</legend>
            {[undefined, ...TEMPLATE_NAMES].map((name) => (
              <label key={name ?? 'empty'} className="template">
                <input type="radio" name="template" checked={name === chosen} onChange={() => choose(name)} />
                <span>
                  <b>{say(name === undefined ? 'templates.empty' : `templates.${name}`)}</b>
                  <small>{say(name === undefined ? 'templates.empty_text' : `templates.${name}_text`)}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <TextField
            label={say('guides.title')}
            placeholder={chosen ? say(`templates.${chosen}`) : ''}
            {...text('title')}
          />
        </>
      )}
    </FormDialog>
  )
}
