// Handrail below /onboarding of a Next.js application.
import { createHandrail } from '@handrail/core'
import { createHandler } from '@handrail/http'

/** One instance for the process, also when Next.js loads this module again. */
function onboarding() {
  globalThis.onboarding ??= createHandrail({
    database: { url: process.env.DATABASE_URL, schema: 'handrail' },
    secret: process.env.HANDRAIL_SECRET,
    publicUrl: `${process.env.ORIGIN}/onboarding`,
  }).then((handrail) => createHandler({ handrail }))
  return globalThis.onboarding
}

async function answer(request) {
  return (await onboarding()).fetch(request)
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
export const dynamic = 'force-dynamic'
