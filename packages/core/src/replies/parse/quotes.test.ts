import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'
import { withoutQuotes } from './quotes.ts'

/** The mail that is answered. It has lines that look like parts of a reply. */
const ORIGINAL = [
  'Hello Pia,',
  '',
  'Acme has prepared the guide “Getting started” for you.',
  '',
  'Open the guide:',
  'https://handrail.example/g/abc',
  '',
  '-- ',
  'You received this mail because Acme has enrolled you.',
]
const QUOTED = ORIGINAL.map((line) => `> ${line}`.trimEnd()).join('\n')
const PLAIN = ORIGINAL.join('\n')

/** How mail clients append the mail that is answered, by client and language. */
const CLIENTS: Record<string, string> = {
  'Gmail, English': `\n\nOn Fri, Nov 20, 2026 at 12:00 PM Acme <reply+abc@reply.example.com> wrote:\n\n${QUOTED}`,
  'Gmail, English, wrapped': `\n\nOn Fri, Nov 20, 2026 at 12:00 PM Acme Onboarding <\nreply+abcdefghijklmnopqrstuvwxyz@reply.example.com> wrote:\n\n${QUOTED}`,
  'Gmail, German': `\n\nAm Fr., 20. Nov. 2026 um 12:00 Uhr schrieb Acme <reply+abc@reply.example.com>:\n\n${QUOTED}`,
  'Gmail, French': `\n\nLe ven. 20 nov. 2026 à 12:00, Acme <reply+abc@reply.example.com> a écrit :\n\n${QUOTED}`,
  'Gmail, French, no-break spaces': `\n\nLe ven. 20 nov. 2026 à 12:00, Acme <reply+abc@reply.example.com> a écrit\u00A0:\n\n${QUOTED}`,
  'Gmail, Spanish': `\n\nEl vie, 20 nov 2026 a las 12:00, Acme (<reply+abc@reply.example.com>) escribió:\n\n${QUOTED}`,
  'Apple Mail, English': `\n\n> On 20. Nov 2026, at 12:00, Acme <reply+abc@reply.example.com> wrote:\n> \n${QUOTED}`,
  'Apple Mail, German': `\n\n> Am 20.11.2026 um 12:00 schrieb Acme <reply+abc@reply.example.com>:\n> \n${QUOTED}`,
  'Apple Mail, French': `\n\n> Le 20 nov. 2026 à 12:00, Acme <reply+abc@reply.example.com> a écrit :\n> \n${QUOTED}`,
  'iPhone, English': `\n\nSent from my iPhone\n\n> On 20 Nov 2026, at 12:00, Acme <reply+abc@reply.example.com> wrote:\n> \n> ${QUOTED}`,
  'iPhone, German': `\n\nVon meinem iPhone gesendet\n\n> Am 20.11.2026 um 12:00 schrieb Acme <reply+abc@reply.example.com>:\n> \n> ${QUOTED}`,
  'Outlook, English': `\n\nFrom: Acme <reply+abc@reply.example.com>\nSent: Friday, November 20, 2026 12:00 PM\nTo: Pia Roth <pia@example.com>\nSubject: Acme has a guide for you\n\n${PLAIN}`,
  'Outlook, German': `\n\nVon: Acme <reply+abc@reply.example.com>\nGesendet: Freitag, 20. November 2026 12:00\nAn: Pia Roth <pia@example.com>\nBetreff: Acme hat einen Leitfaden\n\n${PLAIN}`,
  'Outlook, French': `\n\nDe : Acme <reply+abc@reply.example.com>\nEnvoyé : vendredi 20 novembre 2026 12:00\nÀ : Pia Roth <pia@example.com>\nObjet : Acme a un guide\n\n${PLAIN}`,
  'Outlook, Spanish': `\n\nDe: Acme <reply+abc@reply.example.com>\nEnviado: viernes, 20 de noviembre de 2026 12:00\nPara: Pia Roth <pia@example.com>\nAsunto: Acme tiene una guía\n\n${PLAIN}`,
  'Outlook 2010, English': `\n\n-----Original Message-----\nFrom: Acme [mailto:reply+abc@reply.example.com]\nSent: Friday, November 20, 2026 12:00 PM\nTo: Pia\nSubject: A guide\n\n${PLAIN}`,
  'Outlook 2010, German': `\n\n-----Ursprüngliche Nachricht-----\nVon: Acme\nGesendet: Freitag\nAn: Pia\nBetreff: Ein Leitfaden\n\n${PLAIN}`,
  'Outlook 2010, French': `\n\n-----Message d'origine-----\nDe : Acme\nEnvoyé : vendredi\nÀ : Pia\nObjet : Un guide\n\n${PLAIN}`,
  'Outlook 2010, Spanish': `\n\n-----Mensaje original-----\nDe: Acme\nEnviado el: viernes\nPara: Pia\nAsunto: Una guía\n\n${PLAIN}`,
  'Outlook for iOS': `\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Acme <reply+abc@reply.example.com>\nSent: Friday, November 20, 2026 12:00:00 PM\nTo: Pia <pia@example.com>\nSubject: A guide\n\n${PLAIN}`,
  'Outlook, bold headers': `\n\n*From:* Acme <reply+abc@reply.example.com>\n*Sent:* Friday, November 20, 2026 12:00 PM\n*To:* Pia <pia@example.com>\n*Subject:* A guide\n\n${PLAIN}`,
  'Thunderbird, English': `\n\nOn 11/20/26 12:00, Acme wrote:\n${QUOTED}`,
  'Thunderbird, German': `\n\nAm 20.11.26 um 12:00 schrieb Acme:\n${QUOTED}`,
  'Thunderbird, French': `\n\nLe 20/11/2026 à 12:00, Acme a écrit :\n${QUOTED}`,
  'Thunderbird, Spanish': `\n\nEl 20/11/26 a las 12:00, Acme escribió:\n${QUOTED}`,
  'Yahoo, English': `\n\n    On Friday, November 20, 2026 at 12:00:00 PM GMT+1, Acme <reply+abc@reply.example.com> wrote:  \n \n ${PLAIN}`,
  'GMX, German': `\n\nGesendet: Freitag, 20. November 2026 um 12:00 Uhr\nVon: "Acme" <reply+abc@reply.example.com>\nAn: pia@example.com\nBetreff: Ein Leitfaden\n\n${PLAIN}`,
  'Proton Mail': `\n\nSent with Proton Mail secure email.\n\nOn Friday, November 20th, 2026 at 12:00, Acme <reply+abc@reply.example.com> wrote:\n\n${QUOTED}`,
  'a client that quotes alone': `\n\n${QUOTED}`,
}

const REPLY = 'Where do I find the tax number?\n\nThanks: Pia'

test.each(Object.entries(CLIENTS))('the quote of %s is cut', (_, quote) => {
  expect(withoutQuotes(`${REPLY}${quote}`)).toBe(REPLY)
})

const SIGNATURES = {
  'a separator': '\n\n-- \nPia Roth\nAcme Ltd, 1 Main Street',
  'a separator without its space': '\n\n--\nPia Roth',
  'an iPhone': '\n\nSent from my iPhone',
  'an iPhone in German': '\n\nVon meinem iPhone gesendet',
  'an iPhone in French': '\n\nEnvoyé de mon iPhone',
  'an iPhone in Spanish': '\n\nEnviado desde mi iPhone',
  'Outlook on Android': '\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>',
}

test.each(Object.entries(SIGNATURES))('the signature of %s is cut, also above a quote', (_, signature) => {
  expect(withoutQuotes(`${REPLY}${signature}`)).toBe(REPLY)
  expect(withoutQuotes(`${REPLY}${signature}${CLIENTS['Gmail, English']}`)).toBe(REPLY)
  expect(withoutQuotes(`${REPLY}${CLIENTS['Gmail, English']}${signature}`)).toBe(REPLY)
})

test.each([
  ['sentences that attribute', 'On Monday at 9:15 I met Ann. She wrote:\nthe price is wrong.\nIs it?'],
  ['a sentence with a name and no time', 'On page 3 the guide wrote:\nclick here'],
  ['a line that begins with From', 'From: the start\nI did everything that the guide says.'],
  ['a list with dashes', '- one\n- two\n\n----\n- three'],
  ['nothing but a quote', QUOTED],
  ['nothing but a signature', '-- \nPia Roth'],
  ['a colon at the end', 'I have two questions:'],
])('text of its author is kept: %s', (_, text) => {
  expect(withoutQuotes(text)).toBe(text.trim())
})

test('answers between the quoted lines are kept with them, without the quote at the end', () => {
  const text =
    'On 20 Nov 2026 at 12:00, Acme <a@example.com> wrote:\n> Did you sign in?\nYes.\n> And the logo?\nNot yet.'
  expect(withoutQuotes(`${text}\n> -- \n> Acme`)).toBe(text)
  expect(withoutQuotes(`See below.\n\n${text}`)).toBe(`See below.\n\n${text}`)
})

test('an answer below the quote is kept without it', () => {
  expect(withoutQuotes(`On 20 Nov 2026 at 12:00, Acme <a@example.com> wrote:\n${QUOTED}\n\n${REPLY}`)).toBe(REPLY)
})

test('a mail that is passed on is kept as a whole', () => {
  const passedOn = `---------- Forwarded message ---------\nFrom: Bank <bank@example.com>\nDate: Fri, Nov 20, 2026\nSubject: Your number\nTo: Pia\n\nYour tax number is 12.`
  expect(withoutQuotes(`Is this the number?\n\n${passedOn}`)).toBe(`Is this the number?\n\n${passedOn}`)
  expect(withoutQuotes(passedOn)).toBe(passedOn)
})

const HTML: Record<string, string> = {
  Gmail:
    '<div dir="ltr"><div>Where do I find the <b>tax number</b>?</div><div><br></div><div>Thanks: Pia</div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 12:00 PM Acme &lt;<a href="mailto:reply@example.com">reply@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><p>Hello Pia,</p></blockquote></div>',
  'Outlook on the web':
    '<html><head><style>p {margin:0}</style></head><body><div class="elementToProof">Where do I find the tax number?</div><div><br></div><div>Thanks: Pia</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg"><font><b>From:</b> Acme &lt;reply@example.com&gt;<br><b>Sent:</b> Friday, November 20, 2026 12:00 PM<br><b>To:</b> Pia<br><b>Subject:</b> A guide</font><div>&nbsp;</div></div><div><p>Hello Pia,</p></div></body></html>',
  'Apple Mail':
    '<html><body style="word-wrap:break-word">Where do I find the tax number?<div><br></div><div>Thanks: Pia<br><div><br><blockquote type="cite"><div>On 20. Nov 2026, at 12:00, Acme &lt;reply@example.com&gt; wrote:</div><br><div><p>Hello Pia,</p></div></blockquote></div></div></body></html>',
  Thunderbird:
    '<p>Where do I find the tax number?</p><p>Thanks: Pia</p><div class="moz-cite-prefix">On 11/20/26 12:00, Acme wrote:<br></div><blockquote type="cite"><p>Hello Pia,</p></blockquote><pre class="moz-signature">-- \nPia Roth</pre>',
}

test.each(Object.entries(HTML))('the quote of HTML of %s is cut', (_, html) => {
  expect(withoutQuotes(htmlToText(html))).toBe(REPLY)
})

test('HTML becomes the text that people see, with the addresses of links', () => {
  const html =
    '<title>No</title><script>alert(1)</script><h1>Two   things</h1><ol><li>one</li><li>two &amp; three</li></ol><p>See <a href="https://example.com/a">this page</a> or <a href="https://example.com">example.com</a>.</p><pre>a  b\n c</pre>'
  expect(htmlToText(html).replace(/\n+/g, '\n')).toBe(
    'Two things\n- one\n- two & three\nSee this page (https://example.com/a) or example.com.\na  b\n c',
  )
})

/** A generator of the same numbers at every run. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

const SENTENCES = [
  'Where do I find the tax number?',
  'Thank you: it works.',
  'Ich habe am 12.3. um 10:15 angerufen.',
  'Le guide est clair.',
  '¿Dónde está el botón?',
  '1. one',
  '- two',
  'a -- b',
  'https://example.com/x?y=1',
  'My number is > 100.',
  '',
]

test('of any reply with the quote and the signature of any client, the reply alone is left', () => {
  const next = random(7)
  const pick = <T>(some: readonly T[]): T => some[next(some.length)] as T
  for (let round = 0; round < 3000; round++) {
    const written = Array.from({ length: 1 + next(6) }, () => pick(SENTENCES))
      .join('\n')
      .trim()
    if (written === '') continue
    const signature = next(3) === 0 ? pick(Object.values(SIGNATURES)) : ''
    const quote = next(5) === 0 ? '' : pick(Object.values(CLIENTS))
    const mail = `${'\n'.repeat(next(3))}${written}${signature}${quote}${'\n'.repeat(next(3))}`
    expect(withoutQuotes(mail), mail).toBe(written)
  }
})

test('any text at all is read in time in proportion to its length, and never becomes empty', () => {
  const next = random(11)
  const parts = ['>', '> ', '\n', ' ', ':', 'On ', 'wrote:', 'From: a', '-- ', '@', '12:00', '___', 'écrit :', '\u00A0']
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: next(60) }, () => parts[next(parts.length)]).join('')
    expect(withoutQuotes(text) === '', JSON.stringify(text)).toBe(text.trim() === '')
  }
  for (const part of [...parts, 'On 1:00 @ a wrote:\n', 'From: a\nTo: b\n']) {
    const began = performance.now()
    withoutQuotes(part.repeat(100_000).slice(0, 256 * 1024))
    expect(performance.now() - began, part).toBeLessThan(1000)
  }
})
