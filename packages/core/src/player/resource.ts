import { z } from 'zod'
import { OPENED_BY } from '../enrollments/contract.ts'
import { EnrollmentEventData, enrollmentEventExample as example } from '../enrollments/events/data.ts'
import { ToldStep, toldForm, toldStep } from '../enrollments/events/told-step.ts'
import { exampleId } from '../fields/example.ts'
import { OutputDate, OutputId } from '../fields/fields.ts'
import { event, resource } from '../resource.ts'
import { playerContract } from './contract.ts'

const Titled = z.object({
  id: OutputId.meta({ reference: 'The section of the guide.' }),
  title: z.string().meta({ reference: 'Title of the section.' }),
})

const Step = ToldStep.meta({ reference: 'The step in which it happened.' })

const StepData = EnrollmentEventData.extend({ step: Step }).meta({
  id: 'StepEventData',
  reference: 'The enrollment, with the step.',
})
const OverdueData = EnrollmentEventData.extend({
  step: ToldStep.extend({ due_on: OutputDate.meta({ reference: 'Date by which it was to be done.' }) }).meta({
    reference: 'The step that is late.',
  }),
}).meta({ id: 'OverdueStepEventData', reference: 'The enrollment, with the step that is late.' })
const SectionData = EnrollmentEventData.extend({
  section: Titled.meta({ reference: 'The section whose last step is done.' }),
}).meta({ id: 'SectionEventData', reference: 'The enrollment, with the section.' })
const OpenedData = EnrollmentEventData.extend({
  section: Titled.extend({
    opened_by: z
      .enum(OPENED_BY)
      .meta({ reference: 'What opened it: the `steps` before it, its `date`, or the `team`.' }),
  }).meta({ reference: 'The section that can be worked on now.' }),
}).meta({ id: 'SectionOpenedEventData', reference: 'The enrollment, with the section that was opened.' })
const FileData = EnrollmentEventData.extend({
  step: Step,
  file: z
    .object({
      id: OutputId.meta({ reference: 'The uploaded file.' }),
      name: z.string().meta({ reference: 'File name that the contact gave.' }),
      media_type: z.string().meta({ reference: 'Media type found in the contents, such as `application/pdf`.' }),
      bytes: z.int().meta({ reference: 'Size of the contents.' }),
    })
    .meta({ reference: 'The file that was uploaded.' }),
}).meta({ id: 'FileEventData', reference: 'The enrollment, with the step and the file that was uploaded in it.' })
const ScoreData = EnrollmentEventData.extend({
  ces: z
    .object({
      score: z.int().meta({ reference: 'Customer effort score, from 1 (hard) to 7 (easy).' }),
      comment: z.string().nullable().meta({ reference: 'Words that go with the score; `null` without any.' }),
    })
    .meta({ reference: 'What the contact said at the end of the guide.' }),
}).meta({ id: 'CesEventData', reference: 'The enrollment, with the customer effort score.' })

const overdue = { ...toldStep, due_on: '2026-11-19' }
const late = {
  health: 'late' as const,
  health_reason: {
    code: 'step_late' as const,
    message: '"Sign in" was due on 19 November 2026.',
    step_id: toldStep.id,
    step_title: toldStep.title,
    due_on: '2026-11-19',
    target_date: null,
    participant_id: null,
  },
}
const section = { id: exampleId(7), title: 'Your account' }
const logo = { ...toldStep, title: 'Your logo', type: 'file_upload' }
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
    'step.completed': event(StepData, { ...example, step: toldStep }),
    'step.overdue': event(OverdueData, { ...example, ...late, step: overdue }),
    'section.completed': event(SectionData, { ...example, section }),
    'section.opened': event(OpenedData, { ...example, section: { ...section, opened_by: 'steps' } }),
    'file.uploaded': event(FileData, { ...example, step: logo, file }),
    'answers.changed': event(StepData, { ...example, status: 'completed', step: toldForm }),
    'ces.submitted': event(ScoreData, {
      ...example,
      ces: { score: 6, comment: 'Smooth' },
    }),
  },
})
