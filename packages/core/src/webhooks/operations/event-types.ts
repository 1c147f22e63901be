import { z } from 'zod'
import { Contact } from '../../contacts/contact.ts'
import { Enrollment } from '../../enrollments/enrollment.ts'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { GuideSummary } from '../../guides/guide.ts'
import { operation } from '../../operation/operation.ts'
import { Organisation } from '../../organisations/organisation.ts'
import { WebhookEndpoint } from '../endpoint.ts'
import { exampleOf } from '../events/examples.ts'
import { EVENT_TYPES, type EventType } from '../events/record.ts'

const EnrollmentData = Enrollment.extend({
  contact: Contact,
  guide: z.object({ id: OutputId, title: z.string(), description: z.string() }),
}).meta({ id: 'EnrollmentEventData' })
const Titled = z.object({ id: OutputId, title: z.string() })
const StepData = EnrollmentData.extend({ step: Titled.extend({ type: z.string() }) }).meta({ id: 'StepEventData' })
const SectionData = EnrollmentData.extend({ section: Titled }).meta({ id: 'SectionEventData' })
const FileData = EnrollmentData.extend({
  step: Titled.extend({ type: z.string() }),
  file: z.object({ id: OutputId, name: z.string(), media_type: z.string(), bytes: z.int() }),
}).meta({ id: 'FileEventData' })
const ScoreData = EnrollmentData.extend({
  ces: z.object({ score: z.int(), comment: z.string().nullable() }),
}).meta({ id: 'CesEventData' })

const BY_RESOURCE: Record<string, z.ZodType> = {
  contact: Contact,
  organisation: Organisation,
  enrollment: EnrollmentData,
  guide: GuideSummary,
  webhook_endpoint: WebhookEndpoint,
}
const BY_TYPE: Partial<Record<EventType, z.ZodType>> = {
  'guide.viewed': EnrollmentData,
  'step.completed': StepData,
  'section.completed': SectionData,
  'file.uploaded': FileData,
  'ces.submitted': ScoreData,
  'webhook.test': z.object({ message: z.string() }),
}

/** The schema of `data` of an event. */
function dataOf(type: EventType): z.ZodType {
  return BY_TYPE[type] ?? BY_RESOURCE[type.slice(0, type.indexOf('.'))] ?? z.unknown()
}

/** The schema of what is sent for an event. */
export function eventBody(type: EventType) {
  return z.object({
    id: z.string().describe('The same for every attempt and endpoint: what was received twice has the same'),
    event: z.literal(type),
    timestamp: Timestamp.describe('When it happened'),
    webhook_id: OutputId.describe('The endpoint that it is sent to'),
    data: dataOf(type),
  })
}

const EventTypeRecord = z
  .object({
    name: z.string(),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()),
    example: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EventType' })

export const listEventTypes = operation({
  name: 'list_event_types',
  summary: 'List the event types that an endpoint can subscribe to',
  description: 'An extension. Each with the JSON Schema of what is sent, and an example.',
  access: 'webhooks:manage',
  route: 'GET /webhook_endpoints/event_types',
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(EventTypeRecord) }),
  run: async () => ({
    data: Object.entries(EVENT_TYPES).map(([name, description]) => ({
      name,
      description,
      schema: { ...z.toJSONSchema(eventBody(name as EventType), { io: 'output', unrepresentable: 'any' }) },
      example: { ...exampleOf(name as EventType) },
    })),
  }),
})
