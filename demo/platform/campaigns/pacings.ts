import { builtInPacings } from '../../../src/contract/budgets/budgets.ts'
import type { Database } from '../database/database.ts'

/** A client's own pacing options with their curves, by name. */
export async function ownPacings({ kysely }: Pick<Database, 'kysely'>, memberGroupId: number): Promise<ReadonlyMap<string, number[]>> {
  const rows = await kysely
    .selectFrom('pacings')
    .select(['name', 'curve'])
    .where('member_group_id', '=', memberGroupId)
    .orderBy('name')
    .execute()
  return new Map(rows.map(({ name, curve }) => [name, curve] as const))
}

/** The pacing options of a client: the built-in ones, then its own. */
export const allPacings = (own: Iterable<string>): string[] => [...builtInPacings, ...own]
export const pacingsOf = async (database: Pick<Database, 'kysely'>, memberGroupId: number) =>
  allPacings((await ownPacings(database, memberGroupId)).keys())
