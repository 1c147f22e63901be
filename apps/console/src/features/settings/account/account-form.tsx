import { type ReactNode, useState } from 'react'
import { fieldFaults, useFault } from '../../../api/fault.ts'
import { Button } from '../../../components/button.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

interface FieldProps {
  name: string
  value: string
  wrong: string | undefined
  onChange(value: string): void
}

interface AccountFormProps<V extends Record<string, string>> {
  initial: V
  action: string
  /** Saves. Its errors are shown at the fields. */
  save(values: V): Promise<unknown>
  /** Whether the fields are empty again afterwards, as passwords are. */
  clears?: boolean
  children(field: (name: keyof V & string) => FieldProps): ReactNode
}

/** A form within the page. */
export function AccountForm<V extends Record<string, string>>(props: AccountFormProps<V>) {
  const { initial, action, save, clears = false, children } = props
  const i18n = useI18n()
  const [values, setValues] = useState(initial)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const wrong = fieldFaults(error, i18n)
  const fault = useFault(error)
  const submit = async () => {
    setBusy(true)
    try {
      await save(values)
      setError(undefined)
      if (clears) setValues(initial)
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const field = (name: keyof V & string): FieldProps => ({
    name,
    value: values[name] ?? '',
    wrong: wrong[name],
    onChange: (value) => setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      {children(field)}
      {fault && <Fault fault={fault} />}
      <div>
        <Button look="main" type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
