import type { ServerResponse } from 'node:http'

/** Fixed texts: nothing that came with the request is ever shown, least of all error descriptions. */
const PAGES = {
  'signed-in': [200, 'Signed in', 'You can close this page and go back to your assistant.'],
  failed: [400, 'Not signed in', 'The sign-in failed. Your assistant shows the reason, and how to try again.'],
  stranger: [
    400,
    'Not the current sign-in',
    'This page belongs to a different sign-in than the one that is waiting. Use the latest address from your assistant.',
  ],
  nothing: [404, 'Page not found', 'This address only receives the result of a sign-in.'],
} as const

export function page(response: ServerResponse, name: keyof typeof PAGES): void {
  const [status, title, text] = PAGES[name]
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{font:1.1rem/1.5 system-ui;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`)
}
