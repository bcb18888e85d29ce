/** A part of a mail, decoded. */
export interface MailPart {
  readonly type: string
  readonly fileName: string | undefined
  readonly content: Buffer
}

/** A file name in a header; long names are split as in RFC 2231. */
function fileNameIn(disposition: string): string | undefined {
  const pieces = [...disposition.matchAll(/filename(?:\*\d+)?\*=(?:UTF-8'')?([^;\s]+)/gi)].map(([, piece]) => piece)
  if (pieces.length > 0) return decodeURIComponent(pieces.join(''))
  return /filename="([^"]*)"|filename=([^;\s]+)/
    .exec(disposition)
    ?.slice(1)
    .find((name) => name !== undefined)
}

function partOf(text: string): MailPart {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  return {
    type: header('Content-Type').split(';')[0] ?? '',
    fileName: fileNameIn(header('Content-Disposition')),
    content: Buffer.from(text.slice(end), 'base64'),
  }
}

/** The parts of a mail; a mail of text only is one part. */
export function partsOf(message: string): MailPart[] {
  const boundary = /^Content-Type: multipart\/mixed;\s+boundary="([^"]+)"/im.exec(message)?.[1]
  if (boundary === undefined) return [partOf(message)]
  const [, ...pieces] = message.split(`\r\n--${boundary}`)
  if (pieces.pop()?.startsWith('--') !== true) throw new Error('The last part of the mail has no end')
  return pieces.map((piece) => partOf(piece.replace(/^\r\n/, '')))
}
