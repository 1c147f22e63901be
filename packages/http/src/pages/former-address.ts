import { operations } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import { forUsers, queryOf } from './visit/handler.ts'
import { seeOther } from './visit/redirect.ts'

/** Leads to a page of the console. @param path that below the workspace */
export const toConsole = (path: string) =>
  forUsers(async ({ handrail: { settings }, request, reply, user }) => {
    const { data: memberships } = await user.invoke(operations.listOwnMemberships, {})
    const wanted = queryOf(request, 'workspace') ?? memberships[0]?.workspace_id
    if (wanted === undefined) return seeOther(settings, reply, '/')
    if (!memberships.some(({ workspace_id }) => workspace_id === wanted)) throw notFound()
    return seeOther(settings, reply, `/w/${wanted}${path}`)
  })
