import { contract } from '../contract/contract.ts'

/** The actions of a contact in a guide. */
export const playerContract = contract({
  name: 'player',
  rights: { 'enrollment:follow': { holder: 'contact' } },
  events: {
    'guide.viewed': 'A contact opened a guide',
    'step.completed': 'A contact completed a step',
    'step.overdue': 'The due date of a step has passed; once for each date',
    'section.completed': 'A contact completed all steps of a section',
    'section.opened':
      'A section opened that was closed before: the steps before it were done, its date came, or a member opened it',
    'file.uploaded': 'A contact uploaded a file',
    'answers.changed': 'A contact changed the answers of a form after completing the guide',
    'ces.submitted': 'A contact submitted a customer effort score',
  },
  about: 'enrollments',
})
