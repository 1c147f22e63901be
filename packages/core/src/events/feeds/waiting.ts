/** Waits that can be ended early. */
export function createWaiting(ending: AbortSignal) {
  let end: (() => void) | undefined
  let isLight = false
  /** Whether there was a reason to wake while nothing waited. */
  let isWoken = false
  ending.addEventListener('abort', () => end?.(), { once: true })

  return {
    wake() {
      isWoken = true
      if (isLight) end?.()
    },
    /** @param light whether `wake` ends it */
    async until(milliseconds: number, light: boolean): Promise<void> {
      if (!ending.aborted && !(light && isWoken)) {
        isLight = light
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds).unref()
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        end = undefined
      }
      isWoken = false
    },
  }
}
