/** Why a file has no rows to show: it is empty, or it is not text. */
export const CSV_PROBLEMS = ['empty', 'not_text'] as const
