/** The mark of Handrail: a rail above steps. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0f6b5c"/>
<g fill="none" stroke-linecap="round" stroke-linejoin="round">
<path d="M7 24h5.5v-5H18v-5h6" stroke="#fff" stroke-width="3"/>
<path d="M7 16 19 6h6" stroke="#8fe0cd" stroke-width="2.5"/>
</g>
</svg>
`
