import * as account from './en/account.ts'
import * as applications from './en/applications.ts'
import * as frame from './en/frame.ts'
import * as signIn from './en/sign-in.ts'

/** What the pages say. `_one` and `_other` are plural forms. What the core says of a failure it says in English itself. */
export const en = { ...account, ...applications, ...frame, ...signIn }
