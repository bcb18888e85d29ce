/** What a mail says, before it is written for servers. */
export interface Mail {
  readonly id: string
  readonly at: Date
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachment?: Attachment | undefined
}

/** A file that goes with a mail, in base64. */
export interface Attachment {
  readonly file_name: string
  readonly content_type: string
  readonly content: string
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

const inLines = (base64: string) => base64.match(lineOf76) ?? []
const plain = (text: string) => [
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  ...inLines(Buffer.from(text.replace(/\r?\n/g, '\r\n')).toString('base64')),
]

/** Letters of other scripts are said twice: for servers of today, and with a name that every one of them reads. */
const fileName = (name: string) =>
  [`filename="${name.replace(/[^\w.-]+/g, '_')}"`, ...inParts(encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, '_'))].join(
    ';\r\n ',
  )

/** A long name goes over several lines, as RFC 2231 has it: no line of a mail may have more than 998 octets. */
function inParts(encoded: string): string[] {
  const parts = encoded.match(/(?:%..|.){1,60}/g) ?? []
  if (parts.length < 2) return [`filename*=UTF-8''${encoded}`]
  return parts.map((part, index) => `filename*${index}*=${index === 0 ? "UTF-8''" : ''}${part}`)
}

/** No line of base64 begins with two hyphens, so nothing within can be taken for the end of a part. */
const boundary = 'placard-part'
const withFile = (text: string, { file_name, content_type, content }: Attachment) => [
  `Content-Type: multipart/mixed; boundary="${boundary}"`,
  '',
  `--${boundary}`,
  ...plain(text),
  `--${boundary}`,
  `Content-Type: ${content_type}`,
  'Content-Transfer-Encoding: base64',
  `Content-Disposition: attachment; ${fileName(file_name)}`,
  '',
  ...inLines(content),
  `--${boundary}--`,
]

/** The mail as servers hand it on: plain text, so that nothing in it can run. */
export function messageOf({ id, at, from, to, subject, text, attachment }: Mail): string {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return [
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `From: Placard <${headerText(from)}>`,
    `To: <${headerText(to)}>`,
    `Subject: ${headerText(subject)}`,
    `Message-ID: <${id}@${domain}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    ...(attachment ? withFile(text, attachment) : plain(text)),
  ].join('\r\n')
}
