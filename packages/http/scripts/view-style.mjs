import { readdirSync, readFileSync } from 'node:fs'

/** The variables of hosts (MCP Apps, theming) that come before a token of the console where a host gives them. */
const OF_HOSTS = {
  '--sheet': '--color-background-primary',
  '--well': '--color-background-secondary',
  '--ink': '--color-text-primary',
  '--soft': '--color-text-secondary',
  '--line': '--color-border-primary',
  '--sans': '--font-sans',
  '--r': '--border-radius-md',
  '--r-l': '--border-radius-lg',
}

/**
 * The style sheet of the views: the tokens of the console that they use, the base that both share, and their own rules.
 * @param console the folder of the console's style sheets
 * @param own the folder of those of the views
 */
export function viewStyle(console, own) {
  const read = (folder) => (file) => readFileSync(`${folder}/${file}`, 'utf8')
  const rules = [read(console)('shared.css'), ...readdirSync(own).sort().map(read(own))].join('')
  const tokens = new Map(
    [...read(console)('tokens.css').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, ...pair]) => pair),
  )
  const used = usedIn(rules, tokens)
  const declared = [...tokens]
    .filter(([name]) => used.has(name))
    .map(([name, value]) => `${name}: ${ofHost(name, value)};`)
  const themes = ['light', 'dark'].map((theme) => `:root[data-theme="${theme}"] { color-scheme: ${theme}; }`)
  return minified(`:root { color-scheme: light dark; ${declared.join(' ')} }${themes.join('')}${rules}`)
}

/** The tokens that rules use, and those that these are made of. */
function usedIn(rules, tokens, used = new Set()) {
  for (const [, name] of rules.matchAll(/var\((--[\w-]+)/g)) {
    if (used.has(name) || !tokens.has(name)) continue
    used.add(name)
    usedIn(tokens.get(name), tokens, used)
  }
  return used
}

function ofHost(name, value) {
  return name in OF_HOSTS ? `var(${OF_HOSTS[name]}, ${value})` : value
}

function minified(css) {
  return css.replace(/\/\*.*?\*\//gs, '').replace(/\s*\n\s*/g, '')
}
