import { z } from 'zod'
import { EnrollmentEventData, enrollmentEventExample as example } from '../enrollments/events/data.ts'
import { exampleId } from '../fields/example.ts'
import { OutputId } from '../fields/fields.ts'
import { event, resource } from '../resource.ts'
import { playerContract } from './contract.ts'

const Titled = z.object({ id: OutputId, title: z.string() })
const Step = Titled.extend({ type: z.string() })

const StepData = EnrollmentEventData.extend({ step: Step }).meta({ id: 'StepEventData' })
const SectionData = EnrollmentEventData.extend({ section: Titled }).meta({ id: 'SectionEventData' })
const FileData = EnrollmentEventData.extend({
  step: Step,
  file: z.object({ id: OutputId, name: z.string(), media_type: z.string(), bytes: z.int() }),
}).meta({ id: 'FileEventData' })
const ScoreData = EnrollmentEventData.extend({
  ces: z.object({ score: z.int(), comment: z.string().nullable() }),
}).meta({ id: 'CesEventData' })

const step = { id: exampleId(6), title: 'Sign in', type: 'simple_content' }
const section = { id: exampleId(7), title: 'Your account' }
const logo = { ...step, title: 'Your logo', type: 'file_upload' }
const form = { ...step, title: 'Your company', type: 'form' }
const file = { id: exampleId(8), name: 'logo.png', media_type: 'image/png', bytes: 20480 }

/** The actions of a contact in a guide. */
export const player = resource(playerContract, {
  tables: {
    files: { of: 'enrollment', omit: ['stored_as'] },
    unmoved_contents: { of: 'workspace', unarchived: { from: 'all', because: 'it is deleted at the next start' } },
    uploads: { of: 'enrollment', unarchived: { from: 'all', because: 'it is an unfinished upload' } },
    upload_pieces: { of: 'workspace', unarchived: { from: 'all', because: 'it is an unfinished upload' } },
  },
  events: {
    'guide.viewed': event(EnrollmentEventData, example),
    'step.completed': event(StepData, { ...example, step }),
    'section.completed': event(SectionData, { ...example, section }),
    'file.uploaded': event(FileData, { ...example, step: logo, file }),
    'answers.changed': event(StepData, { ...example, status: 'completed', step: form }),
    'ces.submitted': event(ScoreData, {
      ...example,
      ces: { score: 6, comment: 'Smooth' },
    }),
  },
})
