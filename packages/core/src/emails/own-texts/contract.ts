import { contract } from '../../contract/contract.ts'

/** The texts of mail that a workspace has written itself. */
export const mailTextsContract = contract({
  name: 'mail_texts',
  label: { en: 'Texts of mail', de: 'Texte von E-Mails' },
  rights: {
    'mail_texts:read': {
      holder: 'viewer',
      scope: {
        description: 'Read the texts of mail',
        name: { en: 'See texts of mail', de: 'Texte von E-Mails sehen' },
      },
    },
    'mail_texts:write': {
      holder: 'admin',
      scope: {
        description: 'Write the texts of mail to contacts',
        name: { en: 'Change the texts of mail to customers', de: 'Texte von E-Mails an Kunden ändern' },
        effects: ['sends'],
        isTickedByHand: true,
      },
    },
  },
  reads: {
    listMailTexts: {},
  },
})
