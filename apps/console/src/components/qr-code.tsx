import { encode } from 'uqr'
import './qr-code.css'

/** Modules of light around the code, which readers need (ISO/IEC 18004 section 6.3.8). */
const QUIET_ZONE = 4

/** A QR code as inline SVG. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isOn, x) => (isOn ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className="phone-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}
