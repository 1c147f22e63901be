import {
  type AuthorizationRequest,
  type Client,
  isLoopback,
  listOwnMemberships,
  rightsOf,
  scopeText,
} from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { ErrorSummary } from '../../pages/layout/fields.tsx'
import { Form, Page } from '../../pages/layout/layout.tsx'
import { sendPage } from '../../pages/layout/send.ts'
import type { UserVisit } from '../../pages/visit/handler.ts'
import type { Problem } from '../../pages/visit/problem.ts'
import { CSRF_FIELD } from '../../pages/visit/session.ts'
import { Permissions } from './permissions.tsx'
import { WorkspaceChoice, workspaceChoices } from './workspace-choice.tsx'

export interface Asked {
  client: Client
  request: AuthorizationRequest
  ticket: string
}

/**
 * Asks a person what an application may do, and where. It works without scripts, and the person sees every box that is
 * ticked.
 */
export async function showConsent(visit: UserVisit, asked: Asked, problem?: Problem): Promise<FastifyReply> {
  const { handrail, reply, session, user, form } = visit
  const { settings } = handrail
  const { data: memberships } = await user.invoke(listOwnMemberships, {})
  const choices = workspaceChoices(settings, memberships, asked.request.scopes)
  const possible = choices.filter(({ reason }) => reason === undefined)
  const ready = possible.length > 0
  const lacking = asked.request.scopes.filter((scope) => possible.every(({ role }) => !rightsOf(role).has(scope)))
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={`${problem ? 'Error: ' : ''}Connect ${asked.client.name}`} settings={settings}>
      <h1>Connect {asked.client.name}?</h1>
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
              Allow
            </button>
          )}
          <button class="quiet" type="submit" name="decision" value="deny">
            {ready ? 'Deny' : 'Go back'}
          </button>
        </div>
      </Form>
      <div class="account">
        <p class="small soft">You are signed in as {session.email}. Not you?</p>
        <Form action="/sign-out">
          <input type="hidden" name={CSRF_FIELD} value={session.csrf} />
          <input type="hidden" name="return_to" value={addressOf(asked)} />
          <button class="quiet" type="submit">
            Switch account
          </button>
        </Form>
      </div>
      <p class="small soft">You can disconnect the application at any time, under Account.</p>
    </Page>,
    { leavesSite: true },
  )
}

/** The request again, for whoever signs in as somebody else. */
function addressOf({ client, request }: Asked): string {
  const { redirect_uri, scopes, resource, state, code_challenge } = request
  const query = new URLSearchParams({
    ...{ client_id: client.id, redirect_uri, response_type: 'code', scope: scopeText(scopes), resource },
    ...(state !== null && { state }),
    ...(code_challenge !== null && { code_challenge, code_challenge_method: 'S256' }),
  })
  return `/oauth/authorize?${query}`
}

/** Who asks, and where the person is sent. For clients that chose their own name, only the latter is certain. */
function Origin({ client, request }: Asked) {
  const { redirect_uri } = request
  return (
    <>
      <p>
        {client.kind === 'application' ? (
          'It asks to act for you in one of your workspaces.'
        ) : (
          <>
            <span class="badge caution">Unverified</span> This application chose its name itself
            {client.kind === 'document' && (
              <>
                {' '}
                and is described at <strong>{new URL(client.id).host}</strong>
              </>
            )}
            . It asks to act for you in one of your workspaces.
          </>
        )}
      </p>
      <p>
        You will be sent to <strong class="address">{hostOf(redirect_uri)}</strong>.
      </p>
      {isLoopback(redirect_uri) && client.kind !== 'application' && (
        <p class="notice">
          That is a program on your own computer. Any program there could ask like this: go on only if you have just
          started to connect it yourself.
        </p>
      )}
    </>
  )
}

/** Where an address leads, in words. */
export function hostOf(redirect_uri: string): string {
  const { protocol, host } = new URL(redirect_uri)
  return /^https?:$/.test(protocol) ? host : `an application on this device (${protocol.slice(0, -1)})`
}
