import * as account from './en/account.ts'
import * as applications from './en/applications.ts'
import * as frame from './en/frame.ts'
import * as signIn from './en/sign-in.ts'

/** The English texts of the pages. `_one` and `_other` are plural forms. Error messages come from the core. */
export const en = { ...account, ...applications, ...frame, ...signIn }
