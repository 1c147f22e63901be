import type { AppError } from '@handrail/core'
import { Link, Page } from './layout/layout.tsx'
import { sendPage } from './layout/send.ts'
import type { Visit } from './visit/handler.ts'

const TITLES: Record<number, string> = {
  403: 'This is not allowed',
  404: 'There is nothing here',
  429: 'Too many requests',
  503: 'Handrail is busy',
}

/** Shows an error that filling in a form again would not fix. */
export function sendErrorPage({ handrail: { settings }, request, reply }: Visit, error: AppError) {
  const title = TITLES[error.status] ?? (error.status < 500 ? 'This request cannot be read' : 'Something went wrong')
  return sendPage(
    reply,
    error,
    <Page title={title} settings={settings}>
      <h1>{title}</h1>
      <p>{/[.?]$/.test(error.message) ? error.message : `${error.message}.`}</p>
      {error.status >= 500 && (
        <p class="soft small">
          Tell whoever runs the server this id: <code>{request.id}</code>
        </p>
      )}
      <p>
        <Link to="/">Go to the home page</Link>
      </p>
    </Page>,
  )
}
