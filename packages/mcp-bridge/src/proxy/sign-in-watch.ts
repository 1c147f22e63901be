import type { Authorization } from '../auth/authorization.ts'

/** Tells of sign-ins and sign-outs, not of the refreshes between them. */
export function watchSignIns(authorization: Authorization | undefined, onChange: (isSignedIn: boolean) => void) {
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
          onChange(isSignedIn)
        }) ?? end
    },
    end: () => end(),
  }
}
