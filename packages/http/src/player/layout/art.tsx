/** Pictures of stairs, in the colours of the page. */

export function StairsToTheSun() {
  return (
    <svg class="art" viewBox="0 0 350 190" aria-hidden="true">
      <rect class="sky" width="350" height="190" rx="20" />
      <circle cx="262" cy="62" r="26" fill="#f4c66a" />
      <g class="tread">
        <path d="M0 190v-28h84v28Z" opacity=".34" />
        <path d="M84 190v-46a6 6 0 0 1 6-6h54v52Z" opacity=".5" />
        <path d="M144 190v-70a6 6 0 0 1 6-6h54v76Z" opacity=".7" />
        <path d="M204 190V96a6 6 0 0 1 6-6h140v100Z" />
      </g>
      <path class="rail" d="M40 126 210 52h92" stroke-width="6" />
      <path class="rail" d="M54 120v42M114 94v44M174 68v46M234 52v38M290 52v38" stroke-width="4" />
    </svg>
  )
}

export function BrokenStairs() {
  return (
    <svg class="art" viewBox="0 0 350 170" aria-hidden="true">
      <rect class="grey" width="350" height="170" rx="20" />
      <g class="tread">
        <path d="M0 170v-28h84v28Z" opacity=".5" />
        <path d="M84 170v-46a6 6 0 0 1 6-6h54v52Z" opacity=".8" />
        <path d="M210 170V82a6 6 0 0 1 6-6h134v94Z" opacity=".5" />
      </g>
      <path class="gap" d="M150 170v-70a6 6 0 0 1 6-6h48v76" stroke-width="2" stroke-dasharray="5 6" />
      <path class="gap" d="m120 73 70-31" stroke-width="3" stroke-dasharray="2 9" />
      <path class="rail" d="m40 108 68-30" stroke-width="6" />
      <path class="rail" d="M54 102v40M100 82v42" stroke-width="4" />
      <g opacity=".55">
        <path class="rail" d="M204 38h98" stroke-width="6" />
        <path class="rail" d="M236 38v38M290 38v38" stroke-width="4" />
      </g>
    </svg>
  )
}
