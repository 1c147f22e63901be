import { CopyButton, Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import type { UserVisit } from '../visit/handler.ts'

/** Shows recovery codes. They cannot be shown again. */
export function sendRecoveryCodes({ handrail: { settings }, reply, session }: UserVisit, codes: readonly string[]) {
  return sendPage(
    reply,
    200,
    <Page title="Recovery codes" settings={settings} session={session} current="/account" canCopy>
      <h1>Your recovery codes</h1>
      <section aria-label="Recovery codes">
        <p>
          Each of them signs you in once, when your authenticator app is out of reach. Keep them where you keep your
          passwords: <strong>they are not shown again.</strong>
        </p>
        <div data-copy>
          <ul class="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <CopyButton what="the codes" />
        </div>
      </section>
      <p class="after">
        <Link to="/account">I have saved them</Link>
      </p>
    </Page>,
  )
}
