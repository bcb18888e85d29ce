import { entityUndoDays } from '../../src/contract/entity-undo.rules.ts'
import { sweepEntityChanges } from './ad-group-entity-changes.ts'
import { sweepFacts } from './facts-keeping.ts'
import type { JobKind } from './jobs.ts'
import { removeUnshown } from './picture-keeping.ts'
import { machineNow } from './platform-clock.ts'
import { sweepReports } from './saved-report-keeping.ts'
import { removeUnconfirmed } from './unconfirmed-users.ts'

const day = 86_400_000

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day)

/** Idempotency keys live longer than a day, jobs that ended, links of accounts and pictures that nothing shows a week, mails and which entities a change was of a month, sign-ups that nobody confirms as long as their links, expired grants and what nobody owes any more not at all; of reports and facts, see there. */
export const housekeeping: JobKind = {
  everyMs: 3_600_000,
  run: async (_, context) => {
    const { kysely } = context.database
    // What opens a door or limits somebody lasts by the machine's clock; pictures, mails and changes by the one that they were dated with.
    const [now, told] = [machineNow(context), context.now()]
    const ago = (days: number) => daysBefore(now, days)
    await kysely.deleteFrom('idempotency_keys').where('created_at', '<', ago(2)).execute()
    for (const end of ['finished_at', 'failed_at'] as const) await kysely.deleteFrom('jobs').where(end, '<', ago(7)).execute()
    await kysely.deleteFrom('identity_records').where('expires_at', '<', now).execute()
    // Before the links go: whether somebody's have lapsed is seen by them.
    await removeUnconfirmed(kysely, now, ago(7))
    await kysely.deleteFrom('account_links').where('expires_at', '<', ago(7)).execute()
    await kysely.deleteFrom('mails').where('created_at', '<', daysBefore(told, 30)).execute()
    await kysely
      .deleteFrom('mail_attachments')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('mails').select('mail_id').whereRef('mails.mail_attachment_id', '=', 'mail_attachments.mail_attachment_id'))),
      )
      .execute()
    await removeUnshown(kysely, daysBefore(told, 7))
    await sweepEntityChanges(kysely, daysBefore(told, entityUndoDays))
    await sweepReports(kysely, told, ago(7))
    if (await sweepFacts(kysely, told)) context.goOn?.()
    await kysely.deleteFrom('rate_limits').where('full_at', '<', now).execute()
    await kysely.deleteFrom('asset_grants').where('expires_at', '<', now).execute()
  },
}
