import { operations } from '@handrail/core'
import { roleName } from './invitation/role-name.ts'
import { Page } from './layout/layout.tsx'
import { Link } from './layout/links.tsx'
import { sendPage } from './layout/send.ts'
import { forUsers } from './visit/handler.ts'

const PLACES = [
  ['/assistants', 'home.assistants', 'home.assistants_text'],
  ['/docs', 'home.docs', 'home.docs_text'],
  ['/account', 'frame.account', 'home.account_text'],
] as const

/** The start page of an instance that serves no console. */
export const get = forUsers(async (visit) => {
  const { reply, session, user, i18n } = visit
  const { t } = i18n
  const { data: memberships } = await user.invoke(operations.listOwnMemberships, {})
  return sendPage(
    reply,
    200,
    <Page title={t('home.title')} visit={visit} session={session} current="/">
      <h1>{t('home.hello', { name: session.name })}</h1>
      <p class="soft">{t('home.lead')}</p>
      <section aria-labelledby="workspaces">
        <h2 id="workspaces">{t('home.workspaces')}</h2>
        {memberships.length === 0 && <p>{t('frame.ask_admin')}</p>}
        <ul class="rows">
          {memberships.map(({ workspace_id, workspace, role }) => (
            <li key={workspace_id}>
              <div>
                <strong>{workspace}</strong> <span class="badge">{roleName(i18n, role)}</span>
              </div>
            </li>
          ))}
        </ul>
        <p class="soft">{t('home.no_console')}</p>
      </section>
      <section aria-labelledby="places">
        <h2 id="places">{t('home.places')}</h2>
        <ul class="tiles">
          {PLACES.map(([path, name, text]) => (
            <li key={path}>
              <Link to={path}>{t(name)}</Link>
              <p>{t(text)}</p>
            </li>
          ))}
        </ul>
      </section>
    </Page>,
  )
})
