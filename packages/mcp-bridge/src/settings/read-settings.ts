import type { Environment } from '../config.ts'
import { attributeOf } from './flags.ts'
import { aboutSetting, SETTING_NAMES, type Settings } from './settings.ts'

/**
 * Reads the settings; a flag takes precedence over its environment variable, and an empty variable counts as none.
 * @param flags by attribute
 * @returns the settings, or everything that is wrong with them, one sentence each
 */
export function readSettings(
  flags: Readonly<Record<string, unknown>>,
  environment: Environment,
): { settings: Settings } | { faults: string[] } {
  const faults: string[] = []
  const settings: Record<string, unknown> = {}
  for (const name of SETTING_NAMES) {
    const { flag, environment: variable } = aboutSetting(name)
    const fromFlag = flag === undefined ? undefined : flags[attributeOf(flag)]
    const raw = fromFlag ?? given(environment[variable])
    const source = fromFlag === undefined ? variable : (flag?.split(' ')[0] ?? variable)
    const { value, fault } = parse(name, raw)
    if (fault) faults.push(`${source} ${fault}.`)
    settings[name] = value
  }
  // Each value was made by the kind of its setting.
  return faults.length > 0 ? { faults } : { settings: settings as Settings }
}

/** Hosts that install bundles leave the placeholder where the user has entered nothing. */
function given(value: string | undefined): string | undefined {
  return value === '' || /^\$\{user_config\.\w+\}$/.test(value ?? '') ? undefined : value
}

function parse(name: (typeof SETTING_NAMES)[number], raw: unknown): { value?: unknown; fault?: string } {
  const { kind, choices = [], default: fallback, most = Number.MAX_SAFE_INTEGER } = aboutSetting(name)
  const text = Array.isArray(raw) ? raw.join('\n') : raw === undefined ? undefined : String(raw)
  switch (kind) {
    case 'switch':
      if (text === undefined || /^(false|0|no)$/i.test(text)) return { value: false }
      return /^(true|1|yes)$/i.test(text) ? { value: true } : { fault: 'must be true or false' }
    case 'list':
      return { value: (text ?? '').split(/[\s,]+/).filter(Boolean) }
    case 'lines':
      return { value: linesOf(text) }
    case 'pairs':
      return pairs(linesOf(text))
    case 'number':
      if (text !== undefined && !/^[1-9]\d{0,14}$/.test(text)) return { fault: 'must be a whole number' }
      if (Number(text ?? 0) > most) return { fault: `may be at most ${most}` }
      return { value: text === undefined && fallback === undefined ? undefined : Number(text ?? fallback) }
    case 'choice':
      if (text !== undefined && !choices.includes(text)) return { fault: `must be one of ${choices.join(', ')}` }
      return { value: text ?? fallback }
    case 'token':
      return token(text)
    case 'text':
      return { value: text ?? fallback }
  }
}

function linesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
}

function pairs(lines: readonly string[]): { value?: unknown; fault?: string } {
  const wrong = lines.find((line) => !/^[^=]+=/.test(line))
  if (wrong !== undefined) return { fault: 'must be name=value' }
  const entries = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  return { value: Object.fromEntries(entries) }
}

/** People paste what they see in a header, and editors end lines. */
function token(text: string | undefined): { value?: unknown; fault?: string } {
  const bare = text?.trim().replace(/^Bearer\s+/i, '')
  if (bare !== undefined && /\s/.test(bare)) return { fault: 'must be one token, without line breaks or spaces' }
  return { value: bare || undefined }
}
