import type { Database } from '../database/database.ts'

const maxShown = 100
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)

interface Mail {
  readonly recipient: string
  readonly subject: string
  readonly link: string | null
  readonly created_at: Date
}

const entry = ({ recipient, subject, link, created_at }: Mail, origin: string) => {
  const details = `<span>To ${escaped(recipient)}, ${created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</span>`
  return link?.startsWith(`${origin}/`)
    ? `<li><a href="${escaped(link)}">${escaped(subject)}${details}</a></li>`
    : `<li>${escaped(subject)}${details}</li>`
}

/** The latest stored mails, with their links, for a demonstration without a mail server. */
export async function outboxPage({ kysely }: Database, origin: string): Promise<string> {
  const mails = await kysely
    .selectFrom('mails')
    .select(['recipient', 'subject', 'link', 'created_at'])
    .orderBy('mail_id', 'desc')
    .limit(maxShown)
    .execute()
  const list =
    mails.length > 0
      ? `<ul>${mails.map((mail) => entry(mail, origin)).join('')}</ul>`
      : '<p>No emails yet. Invite a user or reset a password to create one.</p>'
  return `<body><main><p class="mark">Placard</p><h1>Outbox</h1><p>Emails are stored here instead of being sent. Set SMTP_URL to send them.</p>${list}<p><a href="/">Go to the start</a></p></main></body>`
}
