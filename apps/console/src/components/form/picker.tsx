import { type KeyboardEventHandler, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { usePart } from '../loading/part.ts'
import type { Option } from '../overlays/option.ts'
import { OVERLAYS } from '../overlays/part.ts'
import type { GivenAttributes } from '../overlays/target.tsx'
import { Field } from './field.tsx'

interface PickerProps {
  label: string
  hint?: string
  wrong?: string | undefined
  placeholder: string
  isBare?: boolean | undefined
  /** The search text. */
  query: string
  onQuery(query: string): void
  options: readonly Option[]
  /** The query of the options, which tells an empty result from one that is not loaded yet. */
  asked: { isLoading: boolean; isError: boolean }
  onPick(option: Option): void
  /** Called when the field gets the focus. */
  onFocus?(): void
}

/** A text field with suggestions. What shows them is loaded once the field is used. */
export function Picker(props: PickerProps) {
  const { label, hint, wrong, placeholder, isBare, query, onQuery, options, asked, onPick, onFocus } = props
  const { t } = useI18n()
  const none = asked.isLoading ? 'common.loading' : asked.isError ? 'fault.not_loaded' : 'common.nothing_found'
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [given, setGiven] = useState<GivenAttributes>({})
  const keys = useRef<KeyboardEventHandler>(undefined)
  const overlays = usePart(OVERLAYS, isOpen)
  const open = () => {
    // It may have failed while the field was open.
    OVERLAYS.load()
    setOpen(true)
    setOpened(true)
  }
  const pick = (id: string) => {
    const option = options.find((one) => one.id === id)
    if (option) onPick(option)
    setOpen(false)
  }
  const isListed = wasOpened && overlays.is === 'loaded'
  return (
    <>
      <Field
        label={label}
        hint={hint}
        wrong={isOpen && overlays.is === 'failed' ? t('fault.not_loaded') : wrong}
        isBare={isBare}
      >
        {(own) => (
          <input
            ref={setInput}
            className="input"
            {...own}
            value={query}
            placeholder={placeholder}
            autoComplete="off"
            aria-haspopup="listbox"
            {...given}
            // For the dialog around it: Escape closes the list.
            data-mantine-stop-propagation={(isListed && isOpen) || undefined}
            onPointerEnter={OVERLAYS.loadAhead}
            onChange={(event) => {
              onQuery(event.target.value)
              open()
            }}
            onFocus={() => {
              onFocus?.()
              open()
            }}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => keys.current?.(event)}
          />
        )}
      </Field>
      {isListed && input && (
        <overlays.module.Suggestions
          input={input}
          label={label}
          query={query}
          options={options}
          none={t(none)}
          isOpen={isOpen}
          onOpen={setOpen}
          onPick={pick}
          onGiven={setGiven}
          keys={keys}
        />
      )}
    </>
  )
}

interface ChosenProps extends Omit<PickerProps, 'query' | 'onPick'> {
  chosen: Option | undefined
  onChoose(option: Option | undefined): void
  /** Called with what is typed and not chosen yet, and with an empty text once something is chosen. Then nothing stays chosen meanwhile. */
  onTyped?: ((text: string) => void) | undefined
}

/** A `Picker` for one option. It shows the chosen option until something else is typed. */
export function OnePicker({ chosen, onChoose, onTyped, onQuery, ...rest }: ChosenProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Picker
      {...rest}
      query={typed ?? chosen?.text ?? ''}
      onQuery={(query) => {
        setTyped(query)
        onQuery(query)
        if (query === '' || onTyped) onChoose(undefined)
        onTyped?.(query)
      }}
      onPick={(option) => {
        setTyped(undefined)
        onTyped?.('')
        onChoose(option)
      }}
    />
  )
}
