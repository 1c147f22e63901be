/** The keys that are typed after the palette was opened, and before its field has the focus. */
export interface EarlyKeys {
  /** The text typed so far. */
  text(): string
  /** Called with the text after each key. */
  follow(listener: (text: string) => void): void
  /** Stops: from now on the field takes the keys. */
  stop(): void
}

/** Takes all keys of the page but Escape. Its script may still be loading, and nothing typed is lost. */
export function takeEarlyKeys(target: EventTarget = window): EarlyKeys {
  let text = ''
  let told: ((text: string) => void) | undefined
  const pressed = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape')
      return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Backspace') text = [...text].slice(0, -1).join('')
    // The names of other keys are longer than one character.
    else if ([...event.key].length === 1) text += event.key
    else return
    told?.(text)
  }
  target.addEventListener('keydown', pressed, { capture: true })
  return {
    text: () => text,
    follow: (listener) => {
      told = listener
    },
    stop: () => target.removeEventListener('keydown', pressed, { capture: true }),
  }
}
