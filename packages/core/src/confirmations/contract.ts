/** How the question of a process was ended by another one. */
export type Ending = 'agreed' | 'refused' | 'cancelled'
