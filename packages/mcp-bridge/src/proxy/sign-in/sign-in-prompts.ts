import type { Authorization, PendingSignIn } from '../../auth/authorization.ts'
import { Failure, sentenceOf } from '../../errors/failure.ts'
import type { Log } from '../../log/log.ts'
import type { SignInNeeded } from '../../server/http/sign-in-needed.ts'
import { inTime } from '../../timing.ts'

/** The texts of a sign-in for the person. */
interface SignInOffer {
  url: string
  /** Whole sentences for the person, through the model: why, and what to do. */
  text: string
}

/** Brings the person to sign in: at most one sign-in and one browser window at a time, and no endless rounds. */
export interface SignInPrompts {
  /** Begins a sign-in, or takes part in the one under way. @throws Failure where another one would not help */
  offer(needed: SignInNeeded): Promise<SignInOffer>
  pending(): PendingSignIn | undefined
  /** A request was let in: what was signed in for is granted. */
  admitted(): void
}

export interface SignInPromptsOptions {
  authorization: Authorization
  /** How the server is called in sentences. */
  server: string
  /** The command that forgets the sign-in. */
  logout: string
  log: Log
  /** A sign-in of this process was successful; those of others are seen in the store. */
  onSignedIn(): void
  now?: () => number
}

/** A window that was opened less than this ago is still in front of the person. */
const WINDOW_MS = 60_000
/** How long a call waits for the address to show. */
const OFFER_MS = 10_000
/** Sign-ins in a row after which the server still refused. */
const FRUITLESS = 2

export function openSignInPrompts({
  authorization,
  server,
  logout,
  log,
  onSignedIn,
  now = Date.now,
}: SignInPromptsOptions): SignInPrompts {
  let beginning: Promise<PendingSignIn> | undefined
  let pending: PendingSignIn | undefined
  let openedAt = Number.NEGATIVE_INFINITY
  let fruitless = 0
  const steppedUp = new Set<string>()

  function begin({ refusal, isStepUp, scopes }: SignInNeeded): Promise<PendingSignIn> {
    const openBrowser = now() - openedAt > WINDOW_MS
    if (openBrowser) openedAt = now()
    return authorization.signIn({ refusal, openBrowser }).then((begun) => {
      pending = begun
      const { url, userCode, notice } = begun
      log.say([`Sign in to ${server}: ${url}`, userCode && `(code ${userCode})`, notice].filter(Boolean).join(' '))
      void begun.done.then(
        () => {
          ended(begun)
          if (isStepUp) steppedUp.add(scopes ?? '')
          else fruitless++
          onSignedIn()
        },
        (error: unknown) => {
          ended(begun)
          log.say(`The sign-in to ${server} failed: ${sentenceOf(error)}`)
        },
      )
      return begun
    })
  }

  function ended(sign: PendingSignIn) {
    if (pending === sign) pending = undefined
    openedAt = Number.NEGATIVE_INFINITY
  }

  return {
    pending: () => pending,
    admitted: () => {
      fruitless = 0
    },
    async offer(needed) {
      const { isStepUp, scopes = '' } = needed
      if (isStepUp && !pending && steppedUp.has(scopes))
        throw new Failure(
          `${server} still wants more rights for this (${scopes}) although you signed in for them: ask an administrator there for them.`,
        )
      if (!isStepUp && !pending && fruitless >= FRUITLESS)
        throw new Failure(
          `You signed in, but ${server} refuses the token that its own sign-in issued: tell its operator, or start again: ${logout}`,
        )
      beginning ??= (pending ? Promise.resolve(pending) : begin(needed)).finally(() => {
        beginning = undefined
      })
      // Servers that say where to sign in may be as slow as any.
      const begun = await inTime(beginning, OFFER_MS, () => tooLate(server))
      return { url: begun.url, text: textOf(server, begun, needed) }
    },
  }
}

function tooLate(server: string): never {
  throw new Failure(`Finding out how to sign in to ${server} is taking long: call again in a moment.`, {
    code: 'timeout',
  })
}

/** Whole sentences for the person, through the model. */
function textOf(server: string, { url, userCode, notice }: PendingSignIn, { isStepUp, scopes }: SignInNeeded) {
  const why = isStepUp
    ? `${server} wants more rights for this${scopes ? ` (${scopes})` : ''}, which its user has to grant.`
    : `You are not signed in to ${server}.`
  const then = [
    notice,
    userCode && `Type the code ${userCode} there.`,
    'When that is done, call again. If the browser ends on a page that cannot be shown, the address of that page, given to the tool sign_in as redirect_address, finishes it.',
  ]
  return `${why} Tell the user to open this address in a browser:\n${url}\n${then.filter(Boolean).join(' ')}`
}
