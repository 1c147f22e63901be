import type { AppError } from '@handrail/core'
import type { SingleKey } from '../i18n/i18n.ts'
import { Field } from './fields.tsx'

interface EmailFieldProps {
  value: string | undefined
  problem: AppError | undefined
}

/** The e-mail address by which a person signs in. */
export function EmailField({ value, problem }: EmailFieldProps) {
  return (
    <Field name="email" label="fields.email" type="email" autocomplete="username" value={value} problem={problem} />
  )
}

interface PasswordFieldProps {
  name?: string
  label: SingleKey
  hint?: SingleKey
  problem: AppError | undefined
}

/** The password that a person already has. */
export function CurrentPasswordField({ name = 'password', label, ...others }: PasswordFieldProps) {
  return <Field name={name} label={label} type="password" autocomplete="current-password" {...others} />
}

/** A password that a person chooses. */
export function NewPasswordField({ name = 'password', label, problem }: Omit<PasswordFieldProps, 'hint'>) {
  return (
    <Field
      name={name}
      label={label}
      type="password"
      hint="fields.password_hint"
      autocomplete="new-password"
      problem={problem}
    />
  )
}
