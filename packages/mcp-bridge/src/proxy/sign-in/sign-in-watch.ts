import type { Authorization } from '../../auth/authorization.ts'

/** Tells of sign-ins, not of the refreshes after them. */
export function watchSignIns(authorization: Authorization | undefined, onSignedIn: () => void) {
  let isSignedIn: boolean | undefined
  let end: () => void = () => undefined
  return {
    /** A token was good: what is stored from now on is a newer one. */
    admitted: (withToken: boolean) => {
      if (withToken) isSignedIn = true
    },
    begin: () => {
      end =
        authorization?.onChange((token) => {
          if (isSignedIn === (token !== undefined)) return
          isSignedIn = token !== undefined
          if (isSignedIn) onSignedIn()
        }) ?? end
    },
    end: () => end(),
  }
}
