import { type AppError, operations } from '@handrail/core'
import type { SingleKey } from '../i18n/i18n.ts'
import { Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { forUsers, type UserVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { seeOther } from '../visit/redirect.ts'
import { sendRecoveryCodes } from './recovery-codes.tsx'
import {
  ConnectionsSection,
  PasswordSection,
  ProfileSection,
  SecondFactorSection,
  SessionsSection,
} from './sections.tsx'

/** The actions of the page's forms, by the field `action`, with the message afterwards. */
const ACTIONS: Record<string, { run(visit: UserVisit): Promise<unknown>; done: SingleKey }> = {
  profile: {
    run: ({ user, form: { name = '' } }) => user.invoke(operations.updateAccount, { name }),
    done: 'account.renamed',
  },
  password: {
    run: ({ user, form: { current_password = '', new_password = '' } }) =>
      user.invoke(operations.changePassword, { current_password, new_password }),
    done: 'account.password_changed',
  },
  remove_second_factor: {
    run: ({ user, form: { password = '' } }) => user.invoke(operations.removeSecondFactor, { password }),
    done: 'account.second_factor_removed',
  },
  end_session: {
    run: ({ user, form: { id = '' } }) => user.invoke(operations.revokeSession, { id }),
    done: 'account.ended',
  },
  end_other_sessions: {
    run: ({ user }) => user.invoke(operations.revokeOtherSessions, {}),
    done: 'account.others_ended',
  },
}

export const get = forUsers((visit) => show(visit, {}))

export const post = forUsers(async (visit) => {
  const name = visit.form.action ?? ''
  if (name === 'renew_recovery_codes') return renew(visit)
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action) return seeOther(visit.handrail.settings, visit.reply, '/account')
  const problem = await attempt(() => action.run(visit))
  return show(visit, problem ? { action: name, problem } : { done: action.done })
})

async function renew(visit: UserVisit) {
  let codes: string[] | undefined
  const problem = await attempt(async () => {
    const { password = '' } = visit.form
    codes = (await visit.user.invoke(operations.renewRecoveryCodes, { password })).data.recovery_codes
  })
  if (codes) return sendRecoveryCodes(visit, codes)
  return show(visit, { action: 'renew_recovery_codes', problem })
}

interface Shown {
  action?: string
  problem?: AppError | undefined
  done?: SingleKey
}

async function show(visit: UserVisit, { action, problem, done }: Shown) {
  const { reply, user, session, form, i18n } = visit
  const { t } = i18n
  const { data: account } = await user.invoke(operations.getAccount, {})
  const { data: sessions } = await user.invoke(operations.listSessions, {})
  const problemOf = (name: string) => (name === action ? problem : undefined)
  const renamed = { ...session, name: account.name }
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={t('account.title')}
      visit={visit}
      problem={problem}
      session={renamed}
      current="/account"
      again="/account"
    >
      <h1>{t('account.title')}</h1>
      <p class="soft">{account.email}</p>
      {done && (
        <p class="notice" role="status">
          {t(done)}
        </p>
      )}
      <ProfileSection
        name={problemOf('profile') ? form.name : account.name}
        email={account.email}
        problem={problemOf('profile')}
      />
      <PasswordSection problem={problemOf('password')} email={account.email} />
      <SecondFactorSection
        account={account}
        problem={problemOf('remove_second_factor') ?? problemOf('renew_recovery_codes')}
      />
      <SessionsSection sessions={sessions} problem={problemOf('end_session')} />
      <ConnectionsSection />
    </Page>,
  )
}
