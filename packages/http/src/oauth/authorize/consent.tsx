import { type AppError, operations } from '@handrail/core'
import {
  type AuthorizationRequest,
  type Client,
  isLoopback,
  mixesScripts,
  rightsOf,
  scopeText,
} from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import type { I18n } from '../../pages/i18n/i18n.ts'
import { ErrorSummary } from '../../pages/layout/components/fields.tsx'
import { Form } from '../../pages/layout/components/links.tsx'
import { Sentence } from '../../pages/layout/components/sentence.tsx'
import { Page } from '../../pages/layout/layout.tsx'
import { useI18n } from '../../pages/layout/render-context.ts'
import { sendPage } from '../../pages/layout/send.ts'
import type { UserVisit } from '../../pages/visit/handler.ts'
import { CSRF_FIELD } from '../../pages/visit/session.ts'
import { Permissions } from './permissions.tsx'
import { WorkspaceChoice, workspaceChoices } from './workspace-choice.tsx'

export interface Asked {
  client: Client
  request: AuthorizationRequest
  ticket: string
}

/**
 * Asks a person for the permissions of an application and the workspace. It works without scripts, and shows every selected
 * permission.
 */
export async function showConsent(visit: UserVisit, asked: Asked, problem?: AppError): Promise<FastifyReply> {
  const { handrail, reply, session, user, form, i18n } = visit
  const { settings } = handrail
  const { t } = i18n
  const { name } = asked.client
  const { data: memberships } = await user.invoke(operations.listOwnMemberships, {})
  const choices = workspaceChoices(settings, memberships, asked.request.scopes)
  const possible = choices.filter(({ reason }) => reason === undefined)
  const ready = possible.length > 0
  const lacking = asked.request.scopes.filter((scope) => possible.every(({ role }) => !rightsOf(role).has(scope)))
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={t('consent.title', { name: isolated(name) })} visit={visit} problem={problem} again={addressOf(asked)}>
      <h1>{t('consent.heading', { name: isolated(name) })}</h1>
      <Origin {...asked} />
      <ErrorSummary problem={problem} labels={{}} />
      <Form action="/oauth/authorize">
        <input type="hidden" name={CSRF_FIELD} value={session.csrf} />
        <input type="hidden" name="ticket" value={asked.ticket} />
        <WorkspaceChoice choices={choices} chosen={form.workspace_id} />
        {ready && <Permissions scopes={asked.request.scopes} lacking={lacking} form={problem ? form : undefined} />}
        <div class="decision">
          {ready && (
            <button type="submit" name="decision" value="allow">
              {t('consent.allow')}
            </button>
          )}
          <button class="quiet" type="submit" name="decision" value="deny">
            {t(ready ? 'consent.deny' : 'consent.back')}
          </button>
        </div>
      </Form>
      <div class="account">
        <p class="small soft">{t('consent.signed_in_as', { email: session.email })}</p>
        <Form action="/sign-out">
          <input type="hidden" name={CSRF_FIELD} value={session.csrf} />
          <input type="hidden" name="return_to" value={addressOf(asked)} />
          <button class="quiet" type="submit">
            {t('consent.switch')}
          </button>
        </Form>
      </div>
      <p class="small soft">{t('consent.disconnect')}</p>
    </Page>,
    { leavesSite: true, keepsOpener: true },
  )
}

/** The address of the request, to repeat it with another account. */
function addressOf({ client, request }: Asked): string {
  const { redirect_uri, scopes, resource, state, code_challenge } = request
  const query = new URLSearchParams({
    ...{ client_id: client.id, redirect_uri, response_type: 'code', scope: scopeText(scopes), resource },
    ...(state !== null && { state }),
    ...(code_challenge !== null && { code_challenge, code_challenge_method: 'S256' }),
  })
  return `/oauth/authorize?${query}`
}

/** A name with its own direction of writing, isolated from the surrounding text (Unicode TR 9, section 2.4.2). */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}

/** The blocks of Unicode whose letters run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The application and the destination. Of clients that chose their own name, only the destination is verified. */
function Origin({ client, request }: Asked) {
  const i18n = useI18n()
  const { t } = i18n
  const { redirect_uri } = request
  const host = <strong class="destination">{hostOf(i18n, redirect_uri)}</strong>
  return (
    <>
      <p>{client.kind === 'application' ? t('consent.asks') : <OwnName client={client} />}</p>
      <p>
        <Sentence text={t('consent.sent_to')} parts={{ host }} />
      </p>
      {client.kind !== 'application' && mixesScripts(client.name) && (
        <p class="notice bad">{t('consent.mixed_scripts')}</p>
      )}
      {isLoopback(redirect_uri) && client.kind !== 'application' && <p class="notice">{t('consent.own_computer')}</p>}
    </>
  )
}

function OwnName({ client }: { client: Client }) {
  const { t } = useI18n()
  const unverified = <Unverified />
  if (client.kind !== 'document') return <Sentence text={t('consent.own_name')} parts={{ unverified }} />
  const host = <strong>{new URL(client.id).host}</strong>
  return <Sentence text={t('consent.own_name_described')} parts={{ unverified, host }} />
}

export function Unverified() {
  const { t } = useI18n()
  return <span class="badge caution">{t('consent.unverified')}</span>
}

/** A description of an address. */
export function hostOf({ t }: I18n, redirect_uri: string): string {
  const { protocol, host } = new URL(redirect_uri)
  return /^https?:$/.test(protocol) ? host : t('consent.on_device', { scheme: protocol.slice(0, -1) })
}
