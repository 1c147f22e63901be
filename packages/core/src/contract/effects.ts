/**
 * What an operation does beyond the records of the workspace, so that a person who consents is told of it.
 * `sends`: contacts get mail or a message, or the mail that they get has other words. `ends`: what contacts are doing is completed,
 * closed or deleted by somebody else. `publishes`: contacts see another version of a guide. `forwards`: data of the workspace is sent
 * to an address that the caller chose.
 */
export const EFFECTS = ['sends', 'ends', 'publishes', 'forwards'] as const
export type Effect = (typeof EFFECTS)[number]
