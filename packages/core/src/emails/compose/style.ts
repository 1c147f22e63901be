const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The background of a card in dark mode. */
export const DARK_CARD = '#1a2220'

/** Styles that cannot be inline. Clients that drop them show the light colours. */
export const PAGE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
@media (prefers-color-scheme: dark) {
  .ground { background: #111715 !important; }
  .card { background: ${DARK_CARD} !important; border-color: #2c3733 !important; }
  .ink { color: #e8eeeb !important; }
  .soft { color: #a3b1ab !important; }
  .track { background: #2c3733 !important; }
  .rule { border-color: #2c3733 !important; }
  .late { color: #ff9d92 !important; }
}`

const WRAP = 'overflow-wrap:anywhere;word-break:break-word'

/** Inline styles by purpose. */
export const TEXT = {
  page: `margin:0;padding:0;background:#f5f6f4;font-family:${SANS};-webkit-text-size-adjust:100%`,
  hidden: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#f5f6f4',
  name: `font-family:${SANS};font-size:17px;line-height:24px;font-weight:650;color:#1b2421;${WRAP}`,
  logo: `display:block;border:0;height:40px;width:auto;max-width:240px;font-family:${SANS};font-size:17px;font-weight:650;color:#1b2421`,
  card: `padding:32px;background:#ffffff;border:1px solid #dde3df;border-radius:14px;font-family:${SANS}`,
  heading: `margin:0 0 16px;font-family:${SANS};font-size:24px;line-height:30px;font-weight:650;color:#1b2421;${WRAP}`,
  body: `margin:0 0 16px;font-family:${SANS};font-size:16px;line-height:25px;color:#1b2421;${WRAP}`,
  link: `color:#1b2421;text-decoration:underline;${WRAP}`,
  quote: `margin:0;font-family:${SANS};font-size:16px;line-height:25px;color:#1b2421;${WRAP}`,
  by: `margin:4px 0 0;font-family:${SANS};font-size:14px;line-height:20px;color:#56635e;${WRAP}`,
  note: `margin:0 0 8px;font-family:${SANS};font-size:14px;line-height:21px;color:#56635e;${WRAP}`,
  address: `font-size:13px;line-height:19px;color:#56635e;text-decoration:underline;${WRAP}`,
  small: `margin:0 0 8px;font-family:${SANS};font-size:13px;line-height:19px;color:#56635e;${WRAP}`,
  group: `margin:0;padding:18px 0 12px;border-top:1px solid #dde3df;font-family:${SANS};font-size:17px;line-height:24px;font-weight:650;color:#1b2421;${WRAP}`,
  list: 'margin:0 0 20px;padding:0;list-style:none',
  item: 'margin:0;padding:14px 0;border-top:1px solid #dde3df',
  label: `margin:0;font-family:${SANS};font-size:15px;line-height:21px;font-weight:600;color:#56635e;${WRAP}`,
  late: 'color:#a3211a',
  title: `margin:0;font-family:${SANS};font-size:17px;line-height:26px;font-weight:600;color:#1b2421;${WRAP}`,
  detail: `margin:0;font-family:${SANS};font-size:15px;line-height:22px;color:#56635e;${WRAP}`,
  track: 'margin:4px 0 20px;background:#e7ece9;border-radius:4px',
  button: `display:inline-block;padding:13px 26px;border-radius:10px;font-family:${SANS};font-size:17px;line-height:24px;font-weight:600;text-decoration:none`,
} as const
