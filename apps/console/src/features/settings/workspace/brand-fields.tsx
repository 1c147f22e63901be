import type { Data } from '../../../api/operations.ts'
import { ChoiceField, TextField } from '../../../components/form/field.tsx'
import { CONTACT_LANGUAGES } from '../../../i18n/contact-languages.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { ColourField } from './colour-field.tsx'

interface Values {
  name: string
  colour: string
  default_language: Data<'getWorkspace'>['default_language']
  time_zone: string
  sender_name: string
  reply_to: string
}

interface BrandFieldsProps {
  values: Values
  wrong: Record<string, string>
  onChange(changes: Partial<Values>): void
}

/** The fields of a workspace. */
export function BrandFields({ values, wrong, onChange }: BrandFieldsProps) {
  const { t } = useI18n()
  const text = (name: Exclude<keyof Values, 'default_language'>) => ({
    value: values[name],
    wrong: wrong[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      <TextField label={t('settings.general.name')} {...text('name')} />
      <ColourField label={t('settings.general.colour')} hint={t('settings.general.colour_hint')} {...text('colour')} />
      <div className="pair">
        <ChoiceField
          label={t('settings.general.language')}
          hint={t('settings.general.language_hint')}
          value={values.default_language}
          options={CONTACT_LANGUAGES}
          onChange={(default_language) => onChange({ default_language })}
        />
        <TextField
          label={t('settings.general.time_zone')}
          hint={t('settings.general.time_zone_hint')}
          {...text('time_zone')}
        />
      </div>
      <div className="pair">
        <TextField
          label={t('settings.general.sender_name')}
          hint={t('settings.general.sender_name_hint')}
          placeholder={values.name}
          {...text('sender_name')}
        />
        <TextField
          label={t('settings.general.reply_to')}
          hint={t('settings.general.reply_to_hint')}
          type="email"
          {...text('reply_to')}
        />
      </div>
    </>
  )
}
