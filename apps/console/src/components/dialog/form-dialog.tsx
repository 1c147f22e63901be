import { type ReactNode, useState } from 'react'
import { fieldFaults, useFault } from '../../api/fault.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import { Fault } from '../query-view.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps<V extends object> {
  title: string
  /** The label of the button. */
  action: string
  /** Whether the action cannot be undone. */
  danger?: boolean
  broad?: boolean
  /** Whether it stays open after saving, to show the result. */
  stays?: boolean
  initial: V
  /** Saves. Its errors are shown at the fields, and the input is kept. */
  save(values: V): Promise<unknown>
  onClose(): void
  children(form: FormParts<V>): ReactNode
}

interface FormParts<V extends object> {
  values: V
  wrong: Record<string, string>
  set<K extends keyof V>(name: K, value: V[K]): void
  /** The props of the text field with this name. */
  text(name: { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string): {
    name: string
    value: string
    wrong: string | undefined
    onChange(value: string): void
  }
}

/** A form in a dialog. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const i18n = useI18n()
  const [values, setValues] = useState(props.initial)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const wrong = fieldFaults(error, i18n)
  const fault = useFault(error)
  const set: FormParts<V>['set'] = (name, value) => setValues((before) => ({ ...before, [name]: value }))
  const text: FormParts<V>['text'] = (name) => ({
    name,
    // The type admits only names of text fields.
    value: String(values[name]),
    wrong: wrong[name],
    onChange: (value) => setValues((before) => ({ ...before, [name]: value })),
  })
  const submit = async () => {
    setBusy(true)
    try {
      await props.save(values)
      if (props.stays) setBusy(false)
      else props.onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog title={props.title} broad={props.broad ?? false} onClose={props.onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit()
        }}
      >
        <div className="body">
          {props.children({ values, wrong, set, text })}
          {fault && <Fault fault={fault} />}
        </div>
        <div className="foot">
          <Button onClick={props.onClose}>{i18n.t(props.danger ? 'common.keep' : 'common.cancel')}</Button>
          <Button look="main" danger={props.danger ?? false} type="submit" busy={busy}>
            {props.action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
