import { resource } from '../../resource.ts'
import { mailTextsContract } from './contract.ts'

export const mailTexts = resource(mailTextsContract, {
  tables: {
    mail_texts: { of: 'workspace', key: ['kind', 'language'] },
  },
  section: {
    name: 'Texts of mail',
    description: 'The subject and text of invitations, reminders and completion notices, by language.',
  },
})
