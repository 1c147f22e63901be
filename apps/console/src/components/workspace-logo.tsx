import { Avatar } from './avatar.tsx'

interface WorkspaceLogoProps {
  workspace: { name: string; logo_url: string | null }
  large?: boolean
}

/** The logo of a workspace, else its first letter. */
export function WorkspaceLogo({ workspace: { name, logo_url }, large = false }: WorkspaceLogoProps) {
  if (logo_url === null) return <Avatar name={name} large={large} place />
  // The server that this page is from has it too, also where that goes by another name than in links to contacts.
  const { pathname } = new URL(logo_url)
  return <img className={large ? 'logo' : undefined} src={pathname} alt={large ? name : ''} />
}
