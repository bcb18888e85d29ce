/** A part of a mail, as a reader shows it. */
export interface MailPart {
  readonly type: string
  readonly fileName: string | undefined
  readonly content: Buffer
}

function partOf(text: string): MailPart {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const encoded = /filename\*=UTF-8''([^;\s]+)/.exec(header('Content-Disposition'))?.[1]
  return {
    type: header('Content-Type').split(';')[0] ?? '',
    fileName: encoded === undefined ? undefined : decodeURIComponent(encoded),
    content: Buffer.from(text.slice(end), 'base64'),
  }
}

/** The parts of a mail; one of text alone is one part. */
export function partsOf(message: string): MailPart[] {
  const boundary = /^Content-Type: multipart\/mixed; boundary="([^"]+)"/im.exec(message)?.[1]
  if (boundary === undefined) return [partOf(message)]
  const [, ...pieces] = message.split(`\r\n--${boundary}`)
  if (pieces.pop()?.startsWith('--') !== true) throw new Error('The last part of the mail has no end')
  return pieces.map((piece) => partOf(piece.replace(/^\r\n/, '')))
}
