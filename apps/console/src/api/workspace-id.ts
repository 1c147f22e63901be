import { createContext } from 'react'

/** The workspace of the address, in which operations run. */
export const WorkspaceId = createContext<string | undefined>(undefined)
