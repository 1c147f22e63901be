import { z } from 'zod'

/** The public address of an instance, to which paths are added. */
export const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'must be a web address, such as https://onboarding.example.com', abort: true })
  .refine((text) => {
    const { search, hash, username, password } = new URL(text)
    return search + hash + username + password === '' && !/[?#]$/.test(text)
  }, 'must have no query, no fragment and no password: a scheme, a host and a path, such as https://shop.example/onboarding')
