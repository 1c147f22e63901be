import type { ComponentProps } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { TextField } from './field.tsx'

type OwnPasswordProps = Pick<ComponentProps<typeof TextField>, 'value' | 'wrong' | 'onChange' | 'name'>

/** The password of the signed-in member, asked before actions that lock others out. */
export function OwnPasswordField(field: OwnPasswordProps) {
  const { t } = useI18n()
  return (
    <TextField label={t('settings.members.your_password')} type="password" autoComplete="current-password" {...field} />
  )
}
