import type { Problem } from '../visit/problem.ts'
import { Field } from './fields.tsx'

interface EmailFieldProps {
  label: string
  value: string | undefined
  problem: Problem | undefined
  /** `off` for somebody else's address. */
  autocomplete?: 'username' | 'off'
}

/** The e-mail address by which a person signs in. */
export function EmailField({ label, value, problem, autocomplete = 'username' }: EmailFieldProps) {
  return <Field name="email" label={label} type="email" autocomplete={autocomplete} value={value} problem={problem} />
}

interface PasswordFieldProps {
  name?: string
  label: string
  hint?: string
  problem: Problem | undefined
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
      hint="At least 12 characters. A few words that only you put together are best."
      autocomplete="new-password"
      problem={problem}
    />
  )
}
