import type { Kysely } from 'kysely'
import { entityUndoDays } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import { sweepEntityChanges } from '../ad-groups/entity-write.ts'
import { sweepFacts } from '../reports/facts.ts'
import type { JobKind } from '../sql/queue.ts'
import { removeUnusedImages } from '../images/store.ts'
import { machineNow } from '../context/clock.ts'
import { moveRunsAhead } from '../saved-reports/schedule-rows.ts'
import { sweepReports } from '../saved-reports/write.ts'
import type { Tables } from '../tables/index.ts'
import { removeUnconfirmed } from '../users/unconfirmed.ts'

const day = 86_400_000

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day)

const removeOrphanAttachments = (kysely: Kysely<Tables>) =>
  kysely
    .deleteFrom('mail_attachments')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mails').select('mail_id').whereRef('mails.mail_attachment_id', '=', 'mail_attachments.mail_attachment_id'))),
    )
    .execute()

/**
 * Deletes expired rows every hour. One failing step does not stop the others. The steps of reports and facts define their own
 * retention.
 */
export const housekeeping: JobKind = {
  everyMs: 3_600_000,
  run: async (_, context) => {
    const { kysely } = context.database
    // Sessions, limits and jobs expire by the machine's clock; images, mails and changes by the platform's clock, which dated them.
    const now = machineNow(context)
    const platformTime = context.now()
    const ago = (days: number) => daysBefore(now, days)
    const cleanups: Readonly<Record<string, () => Promise<unknown>>> = {
      keys: () => kysely.deleteFrom('idempotency_keys').where('created_at', '<', ago(2)).execute(),
      finished_jobs: () => kysely.deleteFrom('jobs').where('finished_at', '<', ago(7)).execute(),
      failed_jobs: () => kysely.deleteFrom('jobs').where('failed_at', '<', ago(7)).execute(),
      identity: () => kysely.deleteFrom('identity_records').where('expires_at', '<', now).execute(),
      // Runs before `links`, because it reads expired confirmation links.
      unconfirmed: () => removeUnconfirmed(kysely, now, ago(7)),
      links: () => kysely.deleteFrom('account_links').where('expires_at', '<', ago(7)).execute(),
      mails: () => kysely.deleteFrom('mails').where('created_at', '<', daysBefore(platformTime, 30)).execute(),
      attachments: () => removeOrphanAttachments(kysely),
      pictures: () => removeUnusedImages(kysely, daysBefore(platformTime, 7)),
      entity_changes: () => sweepEntityChanges(kysely, daysBefore(platformTime, entityUndoDays)),
      schedules: () => moveRunsAhead(context.database, platformTime),
      reports: () => sweepReports(kysely, platformTime, ago(7)),
      facts: async () => (await sweepFacts(kysely, platformTime)) && context.goOn?.(),
      limits: () => kysely.deleteFrom('rate_limits').where('full_at', '<', now).execute(),
      payment_sessions: () => kysely.deleteFrom('payment_sessions').where('expires_at', '<', ago(7)).execute(),
      grants: () => kysely.deleteFrom('asset_grants').where('expires_at', '<', now).execute(),
    }
    for (const [step, sweep] of Object.entries(cleanups))
      await sweep().catch((error: Error) => context.log('error', 'housekeeping', { step, message: error.message }))
  },
}
