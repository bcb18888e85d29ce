import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'

// The numbers of advisory locks never change, because servers of two versions may share a database.

/** Locks with one key for the whole database. */
const globalLocks = {
  superUsers: 700_001,
  clientHostsAndLoginKeys: 700_002,
} as const
/** Locks with one key for each row, such as a client or a user. */
const rowLocks = {
  advertiserGroupNamesOfClient: 700_009,
  imagesOfAdvertiser: 700_017,
  savedReportsOfOwner: 700_023,
  testMailsOfUser: 700_024,
  sharesOfReport: 700_025,
  mailsToEmail: 700_026,
  cardAttemptsOfClient: 700_027,
  adminsOfClient: 700_028,
  advertiserNamesOfClient: 700_031,
} as const

/** Waits for a lock and holds it until the transaction ends. */
export const lock = (kysely: Kysely<Tables>, name: keyof typeof globalLocks) =>
  kysely.selectNoFrom(({ fn, cast, val }) => fn('pg_advisory_xact_lock', [cast(val(globalLocks[name]), 'bigint')]).as('lock')).execute()

/** Waits for the lock of one row and holds it until the transaction ends. */
export const lockRow = (kysely: Kysely<Tables>, name: keyof typeof rowLocks, id: number) =>
  kysely
    .selectNoFrom(({ fn, cast, val }) =>
      fn('pg_advisory_xact_lock', [cast(val(rowLocks[name]), 'integer'), cast(val(id), 'integer')]).as('lock'),
    )
    .execute()
