import type { Database } from '../database/database.ts'

const maxShown = 100
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)

interface Mail {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly link: string | null
  readonly created_at: Date
  readonly mail_attachment_id: number | null
  readonly file_name: string | null
}

const attachmentOf = ({ mail_attachment_id, file_name }: Mail) =>
  mail_attachment_id === null
    ? ''
    : `<p>Attachment: <a href="/outbox/attachments/${mail_attachment_id}" download>${escaped(file_name ?? 'file')}</a></p>`

function entry(mail: Mail, origin: string) {
  const { recipient, subject, text, link, created_at } = mail
  const details = `<span>To ${escaped(recipient)}, ${created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</span>`
  const opened = link?.startsWith(`${origin}/`) ? `<p><a href="${escaped(link)}">Open the link of this email</a></p>` : ''
  return `<li><details><summary>${escaped(subject)}${details}</summary><div class="mail"><pre tabindex="0" role="group" aria-label="Text of the email">${escaped(text)}</pre>${attachmentOf(mail)}${opened}</div></details></li>`
}

/** The latest stored mails with subject, text, attachment and link, for a demonstration without a mail server. */
export async function outboxPage({ kysely }: Database, origin: string): Promise<string> {
  const mails = await kysely
    .selectFrom('mails')
    .leftJoin('mail_attachments as a', 'a.mail_attachment_id', 'mails.mail_attachment_id')
    .select(['recipient', 'subject', 'text', 'link', 'mails.created_at', 'a.mail_attachment_id', 'a.file_name'])
    .orderBy('mail_id', 'desc')
    .limit(maxShown)
    .execute()
  const list =
    mails.length > 0
      ? `<ul>${mails.map((mail) => entry(mail, origin)).join('')}</ul>`
      : '<p>No emails yet. Invite a user or reset a password to create one.</p>'
  return `<body><main><p class="mark">Placard</p><h1>Outbox</h1><p>Emails are kept here. Set SMTP_URL to send them.</p>${list}<p><a href="/start">Go to the start</a></p></main></body>`
}

/** The file of a stored mail, as a download that no browser renders. */
export async function outboxAttachment({ kysely }: Database, id: number): Promise<Response | undefined> {
  const file = await kysely
    .selectFrom('mail_attachments')
    .select(['file_name', 'content_type', 'content'])
    .where('mail_attachment_id', '=', id)
    .executeTakeFirst()
  if (!file) return undefined
  return new Response(new Uint8Array(Buffer.from(file.content, 'base64')), {
    headers: {
      'Content-Type': file.content_type,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
