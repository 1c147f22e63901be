import { Combobox, HeadlessMantineProvider, useCombobox } from '@mantine/core'
import { type KeyboardEventHandler, type RefObject, useEffect, useRef } from 'react'
import type { Option } from './option.ts'
import { type GivenAttributes, type GivenProps, Target } from './target.tsx'

interface SuggestionsProps {
  input: HTMLInputElement
  label: string
  query: string
  options: readonly Option[]
  /** The text in place of options. */
  none: string
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onPick(id: string): void
  /** Called with attributes of the field that have changed. */
  onGiven(given: GivenAttributes): void
  /** Filled with the handler of the field's keys. */
  keys: RefObject<KeyboardEventHandler | undefined>
}

/** The suggestions of a `Picker`, in a list below its field. */
export function Suggestions(props: SuggestionsProps) {
  const { input, label, query, options, none, isOpen, onOpen, onPick, onGiven, keys } = props
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: onOpen })
  const { resetSelectedOption, updateSelectedOptionIndex } = combobox
  useEffect(() => {
    if (!isOpen) resetSelectedOption()
  }, [isOpen, resetSelectedOption])
  // Other options are shown for another text.
  useEffect(() => updateSelectedOptionIndex(), [query, updateSelectedOptionIndex])
  const last = useRef<GivenAttributes>({})
  const take = ({ onKeyDown, 'aria-controls': controls, 'aria-activedescendant': active }: GivenProps) => {
    keys.current = onKeyDown
    if (last.current['aria-controls'] === controls && last.current['aria-activedescendant'] === active) return
    last.current = { 'aria-controls': controls, 'aria-activedescendant': active }
    onGiven(last.current)
  }
  return (
    <HeadlessMantineProvider>
      <Combobox
        store={combobox}
        onOptionSubmit={onPick}
        transitionProps={{ duration: 0 }}
        // In the region of the field, as far as it is in one.
        {...(input.closest('#main') && { portalProps: { target: '#main' } })}
        classNames={{ dropdown: 'pop', option: 'pop-item', options: 'options' }}
      >
        <Combobox.Target>
          <Target element={input} onGiven={take} />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={label}>
            {options.length === 0 && (
              // A list of options has to have one.
              <Combobox.Option value="" disabled className="pop-label">
                {none}
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
    </HeadlessMantineProvider>
  )
}
