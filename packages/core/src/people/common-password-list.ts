// A module of its own, loaded when a password is chosen: the list is large. It is imported by name, since a bundler may give a package
// of CommonJS no names where it is imported dynamically.
import { dictionary } from '@zxcvbn-ts/language-common'

/** The most common passwords, in lower case. */
export const COMMON_PASSWORDS: readonly string[] = dictionary['passwords-common']
