import type { ReactNode } from 'react'

interface SettingsPageProps {
  title: string
  lead?: string
  actions?: ReactNode
  children: ReactNode
}

/** A page of the settings: what it is about, and its main action. */
export function SettingsPage({ title, lead, actions, children }: SettingsPageProps) {
  return (
    <div className="narrow">
      <div className="head">
        <h1>{title}</h1>
        <div className="acts">{actions}</div>
      </div>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </div>
  )
}
