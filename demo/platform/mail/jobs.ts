import type { Kysely } from 'kysely'
import { discardSignUps } from '../users/accounts.ts'
import { type LinkPurpose, makeLink } from '../identity/account-links.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import { type MachineTime, machineNow } from '../context/clock.ts'
import type { Tables } from '../tables/index.ts'
import {
  campaignLetter,
  changed,
  confirmation,
  fundsLetter,
  fundsNewsLetter,
  invitation,
  known,
  type MailContent,
  orderLetter,
  type Reader,
  rebillLetter,
  reset,
  welcomeLetter,
} from './letters.ts'
import type { RebillMail } from '../auto-rebills/notify.ts'
import type { CampaignNews } from './campaign-alerts.ts'
import type { ExpiringFunds } from './expiring-funds.ts'
import { type FundsNews, fundsPage } from './funds-news.ts'
import type { OrderMail } from './order-news.ts'
import { reportMailJobs } from './report-mails.ts'
import type { StoreMail, MailExtras } from './report-runs.ts'
import { signUpJob } from './sign-up-job.ts'
import { sendMail, type SmtpServer, Undeliverable } from './smtp.ts'
import { recordFailedMail, settleMail } from './unsent.ts'

type Db = Kysely<Tables>

export interface MailOptions {
  /** The public address. */
  readonly origin: string
  /** People sign in at an external issuer, so no password is set here. */
  readonly isExternal: boolean
  /** Without a server, mails stay in the outbox. */
  readonly smtp?: SmtpServer | undefined
  readonly from: string
}

interface Recipient extends Reader {
  readonly user_id: number
  readonly email: string
  readonly password_hash: string
}

/** Users who can get mails. The name of an unconfirmed sign-up is left out, because a stranger may have written it. */
const recipients = (kysely: Db) =>
  kysely
    .selectFrom('users')
    .innerJoin('locales', 'locales.id', 'users.locale_id')
    .select(['user_id', 'email', 'password_hash', 'locales.code as locale'])
    .select(({ and, eb, exists, ref, selectFrom }) => {
      const signUps = selectFrom('signups').select('signup_id').whereRef('signups.user_id', '=', 'users.user_id')
      const isUnconfirmed = and([eb('password_hash', '=', ''), exists(signUps)])
      return eb.case().when(isUnconfirmed).then('').else(ref('first_name')).end().as('first_name')
    })
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)

/** Stores a mail in the outbox and enqueues its sending in the same transaction. */
async function post(
  kysely: Db,
  { email }: Pick<Recipient, 'email'>,
  letter: MailContent | undefined,
  now: Date,
  isSent: boolean,
  { file, once, run }: MailExtras = {},
) {
  if (!letter) return
  const { purpose, subject, text, link } = letter
  const ofRun = { saved_report_id: run?.savedReportId ?? null, report_run_at: run ? new Date(run.at) : null }
  const extras = { mail_attachment_id: file ?? null, unique_key: once ?? null, ...ofRun }
  const mail = await kysely
    .insertInto('mails')
    .values({ recipient: email, purpose, subject, text, link, created_at: now, ...extras })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .returning('mail_id')
    .executeTakeFirst()
  if (!mail) return
  const { mail_id } = mail
  if (isSent) await enqueue(kysely, { kind: 'send-mail', payload: { mail_id }, runAt: now, uniqueKey: `mail ${mail_id}` })
}

const addresses: Readonly<Record<LinkPurpose, string>> = { setup: 'setup-account', reset: 'idp/reset-password' }

function letterWriters({ origin, isExternal, smtp }: MailOptions) {
  const withLink = async (kysely: Db, { user_id }: Recipient, purpose: LinkPurpose, now: MachineTime) =>
    `${origin}/${addresses[purpose]}?token=${await makeLink(kysely, user_id, purpose, now)}`
  /** Finds the recipient and writes the mail in one transaction. */
  const writing =
    (
      find: (kysely: Db, payload: Record<string, unknown>) => Promise<Recipient | undefined>,
      letterTo: (kysely: Db, recipient: Recipient, now: MachineTime, payload: Record<string, unknown>) => Promise<MailContent | undefined>,
    ): JobKind['run'] =>
    (payload, context: JobContext) =>
      context.database.kysely.transaction().execute(async (kysely) => {
        const recipient = await find(kysely, payload)
        if (recipient)
          await post(kysely, recipient, await letterTo(kysely, recipient, machineNow(context), payload), context.now(), smtp !== undefined)
      })
  const byId = (kysely: Db, { user_id }: Record<string, unknown>) =>
    recipients(kysely).where('user_id', '=', Number(user_id)).executeTakeFirst()
  const byEmail = (kysely: Db, { email }: Record<string, unknown>) =>
    recipients(kysely).where('email', '=', String(email)).executeTakeFirst()
  const invite = async (kysely: Db, recipient: Recipient, now: MachineTime) => {
    if (isExternal) return welcomeLetter(recipient, `${origin}/`)
    return recipient.password_hash ? undefined : invitation(recipient, await withLink(kysely, recipient, 'setup', now))
  }
  const resetTo = async (kysely: Db, recipient: Recipient, now: MachineTime) => {
    if (isExternal) return undefined
    if (recipient.password_hash) return reset(recipient, await withLink(kysely, recipient, 'reset', now))
    await discardSignUps(kysely, recipient.user_id)
    return invite(kysely, recipient, now)
  }
  const signedUp = async (kysely: Db, recipient: Recipient, now: MachineTime, client: string | undefined) => {
    if (client === undefined)
      return recipient.password_hash || isExternal ? known(recipient, `${origin}/login`) : invite(kysely, recipient, now)
    return isExternal
      ? welcomeLetter(recipient, `${origin}/`)
      : confirmation(recipient, client, await withLink(kysely, recipient, 'setup', now))
  }
  const campaignAt = ({ member_group_id, advertiser_id, campaign_id }: CampaignNews) =>
    `${origin}/clients/${member_group_id}/advertisers/${advertiser_id}/campaigns/${campaign_id}`
  const newsTo = async (_: Db, recipient: Recipient, __: MachineTime, { news }: Record<string, unknown>) =>
    campaignLetter(recipient, news as CampaignNews[], campaignAt) // only the alerts job enqueues this kind
  const orderNewsTo = async (_: Db, recipient: Recipient, __: MachineTime, { mail }: Record<string, unknown>) => {
    const order = mail as OrderMail // only the job of order news enqueues this kind
    const link = `${origin}/clients/${order.member_group_id}/insertion-orders/${order.insertion_order_id}`
    // A proposal is approved by its changes.
    return orderLetter(recipient, order, order.event === 'submitted' && order.isProposal ? `${link}?tab=versions` : link)
  }
  const rebillNewsTo = async (_: Db, recipient: Recipient, __: MachineTime, { mail }: Record<string, unknown>) => {
    const rebill = mail as RebillMail // only the auto-rebill enqueues this kind
    return rebillLetter(
      recipient,
      rebill,
      `${origin}/clients/${rebill.member_group_id}/advertisers/${rebill.advertiser_id}/funds/auto-rebill`,
    )
  }
  const fundsTo = async (_: Db, recipient: Recipient, __: MachineTime, { mail }: Record<string, unknown>) => {
    const funds = mail as ExpiringFunds // only the job of expirations enqueues this kind
    return fundsLetter(recipient, funds, `${origin}/clients/${funds.member_group_id}/advertisers/${funds.advertiser_id}/funds`)
  }
  const fundsNewsTo = async (_: Db, recipient: Recipient, __: MachineTime, { mail }: Record<string, unknown>) => {
    const news = mail as FundsNews // only `mailFundsNews` enqueues this kind
    const { member_group_id, advertiser_id } = news
    return fundsNewsLetter(recipient, news, `${origin}/clients/${member_group_id}/advertisers/${advertiser_id}/funds/${fundsPage(news)}`)
  }
  return {
    'campaign-news': { run: writing(byId, newsTo) },
    'funds-letter': { run: writing(byId, fundsTo) },
    'funds-news-letter': { run: writing(byId, fundsNewsTo) },
    'order-letter': { run: writing(byId, orderNewsTo) },
    'rebill-letter': { run: writing(byId, rebillNewsTo) },
    'sign-up': signUpJob(async (kysely, userId, client, context) => {
      const recipient = await recipients(kysely).where('user_id', '=', userId).executeTakeFirst()
      if (recipient)
        await post(kysely, recipient, await signedUp(kysely, recipient, machineNow(context), client), context.now(), smtp !== undefined)
    }),
    invitation: { run: writing(byId, invite) },
    'password-reset': { run: writing(byEmail, resetTo) },
    'password-changed': { run: writing(byId, async (_, recipient) => changed(recipient, `${origin}/idp/forgot-password`)) },
  }
}

const attachmentOf = async (kysely: Db, id: number | null) =>
  id === null ? undefined : kysely.selectFrom('mail_attachments').selectAll().where('mail_attachment_id', '=', id).executeTakeFirst()

/** Sends one mail. Afterwards its text and links are deleted from the database. */
const sender = ({ from, origin }: MailOptions, smtp: SmtpServer, storeMail: StoreMail): JobKind => ({
  maxAttempts: 16,
  run: async ({ mail_id }, { database, now, log }) => {
    const { kysely } = database
    const id = Number(mail_id)
    const mail = await kysely.selectFrom('mails').selectAll().where('mail_id', '=', id).executeTakeFirst()
    if (!mail || mail.sent_at !== null || mail.problem !== null) return
    const { recipient, subject, text, created_at: at } = mail
    const attachment = await attachmentOf(kysely, mail.mail_attachment_id)
    try {
      await sendMail(smtp, { id: `mail-${id}-${at.getTime()}`, at, from, to: recipient, subject, text, attachment })
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error
      log('warn', 'mail', { mail_id: id, message: error.message })
      await recordFailedMail(
        database,
        { mail_id: id, problem: error.message, reason: 'mail_refused' },
        { now: now(), origin, post: storeMail },
      )
      return
    }
    await settleMail(kysely, id, { sent_at: now() })
  },
})

/** All mail jobs. */
export const mailJobs = (options: MailOptions): Record<string, JobKind> => {
  const storeMail: StoreMail = (kysely, email, letter, now, posted) =>
    post(kysely, { email }, letter, now, options.smtp !== undefined, posted)
  return {
    ...letterWriters(options),
    ...reportMailJobs(options.origin, storeMail),
    ...(options.smtp && { 'send-mail': sender(options, options.smtp, storeMail) }),
  }
}
