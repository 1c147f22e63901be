import { fold, trimEnds } from '../records/text.ts'

/** This many additional characters do not strengthen a common password: `password2026!`. */
const FEW = 5
/** Minimum number of letters and digits without names and addresses of the account. */
const MIN_LEFT = 8
/** Shorter parts of names and addresses occur by chance. */
const MIN_PART = 4

/**
 * Whether a password is easily guessed: a common one, or made of data of the account (NIST SP 800-63B section
 * 3.1.1.2).
 * @param personal names and addresses of the account: the e-mail address, the names of the person and the workspace
 */
export async function isCommonPassword(password: string, personal: readonly string[]): Promise<boolean> {
  const plain = normalised(password)
  return isMadeOf(plain, [...personal.flatMap(partsOf), 'handrail']) || (await isMuchUsed(password, plain))
}

async function isMuchUsed(password: string, plain: string): Promise<boolean> {
  const { COMMON_PASSWORDS: list } = await import('./common-password-list.ts')
  const stripped = trimEnds(plain, '0123456789')
  const base = plain.length - stripped.length <= FEW ? stripped : plain
  // `passwordpassword` is as weak as its half.
  const guesses = [password.toLowerCase(), plain, base].flatMap((guess) => [guess, repeatedIn(guess)])
  return guesses.some((guess) => list.includes(guess))
}

/** The text that a text repeats; the text itself if it repeats nothing. */
function repeatedIn(text: string): string {
  for (let length = MIN_PART; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    if (text.length % length === 0 && text === part.repeat(text.length / length)) return part
  }
  return text
}

function isMadeOf(plain: string, parts: readonly string[]): boolean {
  const longestFirst = parts.filter(({ length }) => length >= MIN_PART).toSorted((a, b) => b.length - a.length)
  const left = longestFirst.reduce((rest, part) => rest.replaceAll(part, ''), plain)
  return left !== plain && left.length < MIN_LEFT
}

/** `Ada.L@example.com`, `Ada Lovelace`: the whole text, local part, domain, and each word; each also without separators. */
function partsOf(text: string): string[] {
  const [who = '', where = ''] = text.split('@')
  return [text, who, where, ...text.split(/[^\p{L}\p{N}\p{M}]+/u)].map(normalised)
}

function normalised(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
