/**
 * Characters without a look of their own: controls, surrogates, unassigned and private ones, and those that programs
 * should not show (Unicode TR 44, Default_Ignorable_Code_Point), some of which count as letters (U+3164), and the blank
 * pattern U+2800, which counts as a symbol.
 */
export const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Of these, the ones that a visible character can need: joiners of scripts and emoji, and forms of ideographs. */
const JOINING = /\u200c|\u200d|\p{Variation_Selector}/gu

/** Whether a text has a character that can be seen. */
export function hasVisible(text: string): boolean {
  return text.replace(INVISIBLE, '').trim() !== ''
}

/**
 * Whether a text is what it looks like, on one line: no control or invisible character, and none that changes the direction
 * of what follows (Unicode TR 9), beside the joiners that visible characters need.
 */
export function isPlainlyVisible(text: string): boolean {
  if (!hasVisible(text)) return false
  return text.replace(JOINING, '').search(INVISIBLE) < 0 && !/[\p{Zl}\p{Zp}]/u.test(text)
}

/** What is wrong with a name that is not. */
export const UNSEEN = { error: 'contains characters that cannot be seen' }
