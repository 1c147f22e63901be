import { TEMPLATE_NAMES, type TemplateName } from '@handrail/core/contract'
import { useState } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useNewGuide } from './use-new-guide.ts'
import '../guides.css'

/** A new guide: an empty one, or one of six that somebody has thought about already. */
export function NewGuideDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const [chosen, choose] = useState<TemplateName>()
  const { make } = useNewGuide()
  const initial = { title: '' }
  return (
    <FormDialog
      broad
      title={t('guides.new')}
      action={t('guides.create')}
      initial={initial}
      save={({ title }) => make(chosen, title)}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <fieldset className="templates">
            <legend className="label">{t('guides.begin_with')}</legend>
            {[undefined, ...TEMPLATE_NAMES].map((name) => (
              <label key={name ?? 'empty'} className="template">
                <input type="radio" name="template" checked={name === chosen} onChange={() => choose(name)} />
                <span>
                  <b>{t(name === undefined ? 'templates.empty' : `templates.${name}`)}</b>
                  <small>{t(name === undefined ? 'templates.empty_text' : `templates.${name}_text`)}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <TextField
            label={t('guides.title')}
            placeholder={chosen ? t(`templates.${chosen}`) : ''}
            {...text('title')}
          />
        </>
      )}
    </FormDialog>
  )
}
