/** An access token as a request needs it. */
export interface AccessToken {
  value: string
  /** The scopes that were granted, where the server said so. */
  scopes: readonly string[] | undefined
}

/** What a refused request said of why: the challenge of its 401 or 403 (RFC 6750 section 3), as it stood. */
export interface Refusal {
  /** The token that was refused, if one was sent. */
  token: string | undefined
  challenge: string | undefined
}

/** A sign-in that waits for its person. One at a time for a server and profile, whatever the number of processes. */
export interface PendingSignIn {
  /** The address to open in a browser: what a tool's answer and stderr show. */
  url: string
  /** The code to type there, where the server offers the device grant (RFC 8628) and no browser is at hand. */
  userCode?: string
  /** Settles when the sign-in has ended: with a token, or with the fault to show. */
  done: Promise<AccessToken>
  /** Takes the address that the browser was sent to, where it could not reach this machine (SSH). */
  paste(redirectAddress: string): Promise<void>
  cancel(): void
}

export interface SignInOptions {
  refusal?: Refusal
  /** Opens the person's browser; false only offers the address. */
  openBrowser: boolean
}

/**
 * How requests to one server get their token. Every method may be called from many requests, and from many processes
 * that share a profile, at once: refreshes and sign-ins happen one at a time.
 */
export interface Authorization {
  /** The token to send now, refreshed when it is about to expire; undefined when signed out. No sign-in is begun. */
  token(): Promise<AccessToken | undefined>
  /**
   * After a 401, or a 403 that asks for more scopes: a token newer than the refused one, from the store of another
   * process or by one refresh; undefined when only a sign-in helps.
   */
  renew(refusal: Refusal): Promise<AccessToken | undefined>
  /** Begins a sign-in, or joins the one under way, in this process or in another. */
  signIn(options: SignInOptions): Promise<PendingSignIn>
  /** Revokes the tokens at the server and deletes them; false when there were none. */
  signOut(): Promise<boolean>
  /** Tells of every token that this or another process stored, and of sign-outs (undefined). @returns its end */
  onChange(listener: (token: AccessToken | undefined) => void): () => void
  close(): Promise<void>
}
