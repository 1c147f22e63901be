export interface Score {
  /** From 1, very difficult, to 7, very easy. */
  score: number
  comment?: string
}

/** The scores of completed enrollments, in turn; some contacts give none. */
export const SCORES: readonly (Score | undefined)[] = [
  { score: 6, comment: 'Quicker than I thought. The first dashboard alone was worth the morning.' },
  { score: 7 },
  undefined,
  { score: 5, comment: 'I had to ask our IT for the metadata file, and it took them four days to find it.' },
  { score: 6 },
  { score: 3, comment: 'The part about definitions lost me. An example from a company of our size would help.' },
  undefined,
  { score: 7, comment: 'Clear, short, and it works on the phone.' },
  { score: 4 },
  { score: 6, comment: 'Please tell people beforehand that they need an administrator.' },
  { score: 7 },
  undefined,
  { score: 2, comment: 'Our certificate had expired, and nothing here says what to do about it.' },
  { score: 6 },
]
