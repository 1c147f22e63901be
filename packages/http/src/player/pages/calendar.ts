import { notFound } from '@handrail/core/internal'
import { create } from 'content-disposition'
import { privately } from '../answer.ts'
import { calendarEntry } from '../closing/calendar-entry.ts'
import { forGuide } from '../visit.ts'

/** The calendar entry of a next step, by its index in the message at the end. */
export const get = forGuide(async ({ player, request, reply, view, link, contact }) => {
  if (view.status !== 'completed') throw notFound()
  // The route has the parameter in its path.
  const { entry } = request.params as { entry: string }
  const { title, appointment } = player.markdown.closing(view.guide.completion_message).steps[Number(entry)] ?? {}
  if (title === undefined || appointment === undefined) throw notFound()
  const { id } = contact.context.caller
  const file = calendarEntry({
    uid: `${id}-${Number(entry)}@${new URL(player.handrail.settings.publicUrl).hostname}`,
    title,
    appointment,
    time_zone: link.workspace.time_zone,
    now: contact.context.now(),
  })
  return privately(reply)
    .header('content-disposition', create(`${title}.ics`, { type: 'attachment' }))
    .header('x-content-type-options', 'nosniff')
    .type('text/calendar; charset=utf-8')
    .send(file)
})
