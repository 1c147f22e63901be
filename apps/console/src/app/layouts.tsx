import { Layout } from './layout.tsx'

/** The settings, whose places are in the side bar. */
export function SettingsLayout() {
  return <Layout settings />
}

/** The pages that teams work on every day. */
export function MainLayout() {
  return <Layout />
}
