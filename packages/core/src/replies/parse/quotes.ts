/** Lines in which mail clients attribute a quote, by their verbs: `On 20 Nov 2026 at 12:00, Ann <ann@example.com> wrote:`. */
const ATTRIBUTING =
  /(?<!\p{L})(?:wrote|writes|schrieb|geschrieben|a écrit|escribió|ha scritto|schreef|geschreven|escreveu|skrev|napisała?)(?!\p{L})/iu
const ATTRIBUTING_START = /^(?:on|am|le|el|il|op|em|den|dnia|w dniu|vom)\s/iu
/** A time of day, or an e-mail address. */
const DATED = /\d{1,2}[:.h]\d{2}|@/u
/** An attribution that a client has wrapped. */
const MAX_ATTRIBUTION_LINES = 4
const MAX_ATTRIBUTION = 400

const SEPARATOR =
  /^[-_ ]{2,40}(?:original message|original appointment|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original)[-_ ]{2,40}$/iu
const RULE = /^[_\-=*\s]{5,200}$/u
const FORWARDED =
  /^(?:[- ]{2,40})?(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|begin forwarded message|anfang der weitergeleiteten nachricht|début du message transféré|inicio del mensaje reenviado)(?:[-: ]{1,40})?$/iu

const AUTHOR = /^(?:from|von|de|da|van|från|od|expéditeur|remitente) ?: ?\S/iu
const FIELD =
  /^(?:sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|antwort an|envoyé|envoyé le|à|a|objet|enviado|enviado el|enviado a|fecha|para|asunto|inviato|data|oggetto|verzonden|aan|onderwerp) ?: ?/iu
const MAX_HEADER_LINES = 7

const SIGNATURE = /^--\s?$/u
const MAX_SIGNATURE_LINES = 20
const FOOTER =
  /^(?:sent from (?:my |outlook|yahoo|mail|proton|samsung)|sent with |get outlook for |von meinem \S+ gesendet|gesendet von |gesendet mit |diese nachricht wurde von meinem |holen sie sich outlook |outlook für |envoyé de mon |envoyé depuis |envoyé à partir |obtenir outlook |télécharger outlook |enviado desde |enviado con |obtener outlook |descargar outlook )/iu
const MAX_FOOTER = 200

/**
 * The text of a reply without what it quotes and without its signature; the whole text if nothing else would be left, or
 * if the answers stand between the quoted lines.
 */
export function withoutQuotes(whole: string): string {
  const lines = whole.split('\n')
  const forwarded = lines.findIndex((line) => FORWARDED.test(bare(line)))
  const own = forwarded < 0 ? lines : lines.slice(0, forwarded)
  const passedOn = forwarded < 0 ? [] : lines.slice(forwarded)
  const written = joined(withoutSignature(withoutQuoted(withoutSignature(own))))
  const cut = [written, joined(passedOn)].filter((text) => text !== '').join('\n\n')
  return cut === '' ? joined(lines) : cut
}

const joined = (lines: readonly string[]) => lines.join('\n').trim()
const isBlank = (line: string) => line.trim() === ''
const isQuoted = (line: string) => line.trimStart().startsWith('>')

/** A line without the emphasis that clients add, and with plain spaces. */
function bare(line: string): string {
  return line
    .replaceAll('*', '')
    .replace(/[\u00A0\u202F]/gu, ' ')
    .trim()
}

function withoutQuoted(lines: readonly string[]): readonly string[] {
  const headed = lines.findIndex((_, at) => isHeadedQuote(lines, at))
  const above = headed < 0 ? lines : withoutRule(lines.slice(0, headed))
  // A mail that begins with the headers of another is one that was passed on.
  const own = above.every(isBlank) ? lines : above
  const begin = attributionIn(own)
  if (begin === undefined) return withoutQuotedEnd(own)
  const { from, to } = begin
  const before = own.slice(0, from)
  const after = own.slice(to + 1)
  const first = after.findIndex((line) => !isBlank(line))
  const isMarked = isQuoted(after[first] ?? '')
  if (!isMarked) return before.every(isBlank) ? own : before
  const rest = after.slice(first)
  const written = rest.findIndex((line) => !isQuoted(line) && !isBlank(line))
  const isSignature = written >= 0 && withoutSignature(rest.slice(written)).every(isBlank)
  if (written < 0 || isSignature) return before
  // Answers below the quote, or between its lines, which then give them their sense.
  const below = rest.slice(written)
  const isBelow = before.every(isBlank) && !below.some(isQuoted)
  return isBelow ? below : withoutQuotedEnd(own)
}

/** Without the quoted lines at the end. */
function withoutQuotedEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && (isBlank(lines[end - 1] ?? '') || isQuoted(lines[end - 1] ?? ''))) end--
  return lines.slice(0, end)
}

/** The lines that attribute the quote after them. */
function attributionIn(lines: readonly string[]): { from: number; to: number } | undefined {
  for (const [to, line] of lines.entries()) {
    if (!/[::]\s*$/u.test(line.trimEnd().slice(-2)) || isQuoted(line)) continue
    const from = beginOfAttribution(lines, to)
    if (from !== undefined) return { from, to }
  }
  return undefined
}

/** The first of the lines of an attribution that ends at a line; undefined if it is none. */
function beginOfAttribution(lines: readonly string[], to: number): number | undefined {
  const next = lines.slice(to + 1).find((line) => !isBlank(line)) ?? ''
  let named: number | undefined
  for (let from = to; from >= 0 && from > to - MAX_ATTRIBUTION_LINES; from--) {
    const first = lines[from] ?? ''
    if (isBlank(first) || isQuoted(first)) break
    const text = bare(lines.slice(from, to + 1).join(' '))
    if (!isAttribution(text, next)) continue
    if (ATTRIBUTING_START.test(text)) return from
    if (text.includes('@')) named ??= from
  }
  return named
}

/** @param next the line after it: without a mark of quotes, the attribution has to name a time or an address */
function isAttribution(text: string, next: string): boolean {
  if (text.length > MAX_ATTRIBUTION || !ATTRIBUTING.test(text)) return false
  return DATED.test(text) || (/\d/u.test(text) && isQuoted(next))
}

/** Whether a quote begins that starts with a separator or with the headers of the mail. */
function isHeadedQuote(lines: readonly string[], at: number): boolean {
  const line = bare(lines[at] ?? '')
  if (SEPARATOR.test(line)) return true
  if (!AUTHOR.test(line) && !FIELD.test(line)) return false
  const headers = lines.slice(at, at + MAX_HEADER_LINES).map(bare)
  return headers.some((one) => AUTHOR.test(one)) && headers.filter((one) => FIELD.test(one)).length >= 2
}

/** Without the rule that a client draws above the quote. */
function withoutRule(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && (isBlank(lines[end - 1] ?? '') || RULE.test(bare(lines[end - 1] ?? '')))) end--
  return lines.slice(0, end)
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const at = lines.findLastIndex((line) => SIGNATURE.test(line))
  const isShort = at >= 0 && lines.length - at <= MAX_SIGNATURE_LINES && !lines.slice(at).some(isQuoted)
  let end = isShort ? at : lines.length
  for (;;) {
    while (end > 0 && isBlank(lines[end - 1] ?? '')) end--
    const last = bare(lines[end - 1] ?? '')
    const isFooter = SIGNATURE.test(last) || (last.length <= MAX_FOOTER && FOOTER.test(last))
    if (end === 0 || !isFooter) break
    end--
  }
  return lines.slice(0, end)
}
