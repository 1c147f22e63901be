import { registerHooks } from 'node:module'

/** A line that the player's script begins with, in the sources and in what is built of them. */
const SCRIPT = "document.documentElement.classList.add('scripted')"

/** Makes a server one of another release, as far as browsers see it: the address of its script is made of the content. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const source = loaded.source?.toString() ?? ''
    return source.includes(SCRIPT) ? { ...loaded, source: source.replaceAll(SCRIPT, `/* newer */ ${SCRIPT}`) } : loaded
  },
})
