import type { Kysely } from 'kysely'
import { entityUndoDays } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import { sweepEntityChanges } from '../ad-groups/entity-changes.ts'
import { sweepFacts } from '../reports/facts-retention.ts'
import type { JobKind } from '../sql/queue.ts'
import { removeUnshown } from '../images/store.ts'
import { machineNow } from '../context/clock.ts'
import { sweepReports } from '../saved-reports/retention.ts'
import type { Tables } from '../tables/index.ts'
import { removeUnconfirmed } from '../users/unconfirmed.ts'

const day = 86_400_000

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day)

const removeUnmailed = (kysely: Kysely<Tables>) =>
  kysely
    .deleteFrom('mail_attachments')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mails').select('mail_id').whereRef('mails.mail_attachment_id', '=', 'mail_attachments.mail_attachment_id'))),
    )
    .execute()

/** Idempotency keys live longer than a day, jobs that ended, links of accounts and pictures that nothing shows a week, mails and which entities a change was of a month, sign-ups that nobody confirms as long as their links, expired grants and what nobody owes any more not at all; of reports and facts, see there. What cannot be taken away holds up nothing else. */
export const housekeeping: JobKind = {
  everyMs: 3_600_000,
  run: async (_, context) => {
    const { kysely } = context.database
    // What opens a door or limits somebody lasts by the machine's clock; pictures, mails and changes by the one that they were dated with.
    const [now, told] = [machineNow(context), context.now()]
    const ago = (days: number) => daysBefore(now, days)
    const gone: Readonly<Record<string, () => Promise<unknown>>> = {
      keys: () => kysely.deleteFrom('idempotency_keys').where('created_at', '<', ago(2)).execute(),
      finished_jobs: () => kysely.deleteFrom('jobs').where('finished_at', '<', ago(7)).execute(),
      failed_jobs: () => kysely.deleteFrom('jobs').where('failed_at', '<', ago(7)).execute(),
      identity: () => kysely.deleteFrom('identity_records').where('expires_at', '<', now).execute(),
      // Before the links go: whether somebody's have lapsed is seen by them.
      unconfirmed: () => removeUnconfirmed(kysely, now, ago(7)),
      links: () => kysely.deleteFrom('account_links').where('expires_at', '<', ago(7)).execute(),
      mails: () => kysely.deleteFrom('mails').where('created_at', '<', daysBefore(told, 30)).execute(),
      attachments: () => removeUnmailed(kysely),
      pictures: () => removeUnshown(kysely, daysBefore(told, 7)),
      entity_changes: () => sweepEntityChanges(kysely, daysBefore(told, entityUndoDays)),
      reports: () => sweepReports(kysely, told, ago(7)),
      facts: async () => (await sweepFacts(kysely, told)) && context.goOn?.(),
      limits: () => kysely.deleteFrom('rate_limits').where('full_at', '<', now).execute(),
      grants: () => kysely.deleteFrom('asset_grants').where('expires_at', '<', now).execute(),
    }
    for (const [step, sweep] of Object.entries(gone))
      await sweep().catch((error: Error) => context.log('error', 'housekeeping', { step, message: error.message }))
  },
}
