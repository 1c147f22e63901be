import { Combobox, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Field } from './field.tsx'

export interface Option {
  id: string
  text: string
  hint?: string
}

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

/** A text field with suggestions. */
export function Picker(props: PickerProps) {
  const { label, hint, wrong, placeholder, isBare, query, onQuery, options, asked, onPick, onFocus } = props
  const { t } = useI18n()
  const none = asked.isLoading ? 'common.loading' : asked.isError ? 'fault.not_loaded' : 'common.nothing_found'
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const pick = (id: string) => {
    const option = options.find((one) => one.id === id)
    if (option) onPick(option)
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: 'pop', option: 'pop-item', options: 'options' }}
    >
      <Field label={label} hint={hint} wrong={wrong} isBare={isBare}>
        {(own) => (
          <Combobox.Target>
            <input
              className="input"
              {...own}
              value={query}
              placeholder={placeholder}
              autoComplete="off"
              onChange={(event) => {
                onQuery(event.target.value)
                combobox.openDropdown()
                combobox.updateSelectedOptionIndex()
              }}
              onFocus={() => {
                onFocus?.()
                combobox.openDropdown()
              }}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.Target>
        )}
      </Field>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          {options.length === 0 && (
            // A list of options has to have one.
            <Combobox.Option value="" disabled className="pop-label">
              {t(none)}
            </Combobox.Option>
          )}
          {options.map((option) => (
            <Combobox.Option key={option.id} value={option.id}>
              <span className="grow cut">{option.text}</span>
              {option.hint && <span className="soft cut">{option.hint}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
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
