import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'

/** Advisory lock numbers. They never change, because servers of two versions may share a database. */
const wholeLocks = {
  superUsers: 700_001,
  clientAddresses: 700_002,
} as const
/** Locks with one key per row. */
const rowLocks = {
  advertiserGroupNamesOfClient: 700_009,
  imagesOfAdvertiser: 700_017,
  savedReportsOfOwner: 700_023,
  testMailsOfUser: 700_024,
  sharesOfReport: 700_025,
  mailsOfAddress: 700_026,
} as const

/** Waits for a lock and holds it until the transaction ends. */
export const lock = (kysely: Kysely<Tables>, name: keyof typeof wholeLocks) =>
  kysely.selectNoFrom(({ fn, cast, val }) => fn('pg_advisory_xact_lock', [cast(val(wholeLocks[name]), 'bigint')]).as('lock')).execute()

/** Waits for the lock of one row and holds it until the transaction ends. */
export const lockRow = (kysely: Kysely<Tables>, name: keyof typeof rowLocks, id: number) =>
  kysely
    .selectNoFrom(({ fn, cast, val }) =>
      fn('pg_advisory_xact_lock', [cast(val(rowLocks[name]), 'integer'), cast(val(id), 'integer')]).as('lock'),
    )
    .execute()
