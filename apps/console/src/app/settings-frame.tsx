import { Frame } from './frame.tsx'

/** The settings, whose places are in the side bar. */
export function SettingsFrame() {
  return <Frame settings />
}

/** The pages that teams work on every day. */
export function PlacesFrame() {
  return <Frame />
}
