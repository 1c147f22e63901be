import { fold } from '../records/text.ts'

/** Of what is left beside a guessable part, this many characters make no difference: `password2026!`. */
const FEW = 5
/** Parts of names and addresses that are shorter occur by chance. */
const SHORTEST_PART = 4

/**
 * Whether a password is among the first that are tried: one that many people use, or made of what is known of the account
 * (NIST SP 800-63B section 3.1.1.2).
 * @param personal names and addresses of the account: the e-mail address, the workspace's name
 */
export async function isCommonPassword(password: string, personal: readonly string[]): Promise<boolean> {
  const plain = lettersOf(password)
  return isMadeOf(plain, [...personal.flatMap(partsOf), 'handrail']) || (await isMuchUsed(password, plain))
}

async function isMuchUsed(password: string, plain: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const list = dictionary['passwords-common']
  const stripped = plain.replace(/^\d+|\d+$/g, '')
  const base = plain.length - stripped.length <= FEW ? stripped : plain
  // `passwordpassword` is no better than its half.
  const guesses = [password.toLowerCase(), plain, base].flatMap((guess) => [
    guess,
    guess.replace(/^(.{4,}?)\1+$/, '$1'),
  ])
  return guesses.some((guess) => list.includes(guess))
}

function isMadeOf(plain: string, parts: readonly string[]): boolean {
  const longestFirst = parts.filter(({ length }) => length >= SHORTEST_PART).toSorted((a, b) => b.length - a.length)
  const left = longestFirst.reduce((rest, part) => rest.replaceAll(part, ''), plain)
  return left !== plain && left.length <= FEW
}

/** `Ada.L@example.com`: all of it, who it is, and where; each without what people leave out. */
function partsOf(text: string): string[] {
  const [who = '', where = ''] = text.split('@')
  return [text, who, where, where.split('.')[0] ?? ''].map(lettersOf)
}

function lettersOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
