import { fold, trimEnds } from '../records/text.ts'

/** Beside a word that many people use, this many characters make no difference: `password2026!`. */
const FEW = 5
/** Names and addresses of the account do not count: without them, a password has at least so many letters and digits. */
const MIN_LEFT = 8
/** Parts of names and addresses that are shorter occur by chance. */
const MIN_PART = 4

/**
 * Whether a password is among the first that are tried: one that many people use, or made of what is known of the account
 * (NIST SP 800-63B section 3.1.1.2).
 * @param personal names and addresses of the account: the e-mail address, the names of the person and the workspace
 */
export async function isCommonPassword(password: string, personal: readonly string[]): Promise<boolean> {
  const plain = normalised(password)
  return isMadeOf(plain, [...personal.flatMap(partsOf), 'handrail']) || (await isMuchUsed(password, plain))
}

async function isMuchUsed(password: string, plain: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const list = dictionary['passwords-common']
  const stripped = trimEnds(plain, '0123456789')
  const base = plain.length - stripped.length <= FEW ? stripped : plain
  // `passwordpassword` is no better than its half.
  const guesses = [password.toLowerCase(), plain, base].flatMap((guess) => [guess, repeatedIn(guess)])
  return guesses.some((guess) => list.includes(guess))
}

/** What a text is nothing but repetitions of; itself where it is none. */
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

/** `Ada.L@example.com`, `Ada Lovelace`: all of it, who it is, where, and each word; each without what people leave out. */
function partsOf(text: string): string[] {
  const [who = '', where = ''] = text.split('@')
  return [text, who, where, ...text.split(/[^\p{L}\p{N}\p{M}]+/u)].map(normalised)
}

function normalised(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
