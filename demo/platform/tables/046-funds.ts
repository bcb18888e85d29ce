import type { Kysely, Migration } from 'kysely'
import { learnPermissions } from './learn-permissions.ts'

/** Permissions of funds: paying, payment methods, auto-rebills, invoices, spend limits and fees. */
export const funds: Migration = { up: (db: Kysely<unknown>) => learnPermissions(db) }
