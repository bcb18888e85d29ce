/** What a mail says, before it is written for servers. */
export interface Mail {
  readonly id: string
  readonly at: Date
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

const lineOf76 = /.{1,76}/g
const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

/** A header's text: one line, and in words that every server carries. */
function headerText(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (/^\p{ASCII}*$/u.test(line)) return line
  const pieces = line.match(/.{1,10}/gu) ?? []
  return pieces.map(word).join('\r\n ')
}

/** The mail as servers hand it on: plain text, so that nothing in it can run. */
export function messageOf({ id, at, from, to, subject, text }: Mail): string {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const body = Buffer.from(text.replace(/\r?\n/g, '\r\n')).toString('base64').match(lineOf76) ?? []
  return [
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `From: Placard <${headerText(from)}>`,
    `To: <${headerText(to)}>`,
    `Subject: ${headerText(subject)}`,
    `Message-ID: <${id}@${domain}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...body,
  ].join('\r\n')
}
