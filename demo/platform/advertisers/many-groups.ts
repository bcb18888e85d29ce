import type { NewGroupProblem, manyAdvertiserGroups } from '../../../src/contract/advertisers/many-groups.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import { recordChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { lockRow } from '../sql/lock.ts'
import { anyTextOf } from '../sql/pieces.ts'

type Request = Call<typeof manyAdvertiserGroups.createMany>['body']
type Outcome = Result<typeof manyAdvertiserGroups.createMany>['rows'][number]

const maxNameLength = 120
const keyOf = (name: string) => name.trim().toLowerCase()

function problemsOf(name: string, isAgain: boolean): NewGroupProblem[] {
  const length = name.trim().length
  if (length === 0) return ['name_missing']
  return [...(isAgain ? (['duplicate'] as const) : []), ...(length > maxNameLength ? (['name_too_long'] as const) : [])]
}

/** The ids of the groups that have one of the names, by key. */
async function existingGroups({ database: { kysely } }: Context, member_group_id: number, names: readonly string[]) {
  const rows = await kysely
    .selectFrom('advertiser_groups')
    .select(['advertiser_group_id', 'name'])
    .where('member_group_id', '=', member_group_id)
    .where(({ fn, eb }) => eb(fn<string>('lower', ['name']), '=', anyTextOf(names.map(keyOf))))
    .execute()
  return new Map(rows.map(({ advertiser_group_id, name }) => [keyOf(name), advertiser_group_id]))
}

async function insertAll(context: Context, member_group_id: number, names: readonly string[]) {
  if (names.length === 0) return new Map<string, number>()
  const rows = await context.database.kysely
    .insertInto('advertiser_groups')
    .values(names.map((name) => ({ member_group_id, name })))
    .returning(['advertiser_group_id', 'name'])
    .execute()
  await recordChanges(
    context,
    rows.map(({ advertiser_group_id: entityId, name }) => ({
      entity: 'advertiser_group' as const,
      entityId,
      kind: 'created' as const,
      before: { name: null },
      after: { name },
    })),
  )
  return new Map(rows.map(({ advertiser_group_id, name }) => [keyOf(name), advertiser_group_id]))
}

/** Creates groups from a list of names. A name that the client has already creates nothing, so the same list can be sent again. */
export async function createManyGroups(context: Context, member_group_id: number, { names, dry_run: isDryRun = false }: Request) {
  await lockRow(context.database.kysely, 'advertiserGroupNamesOfClient', member_group_id)
  const existing = await existingGroups(context, member_group_id, names)
  const seen = new Set<string>()
  const rows = names.map((name) => {
    const key = keyOf(name)
    const problems = problemsOf(name, seen.has(key))
    seen.add(key)
    return { key, name: name.trim(), problems }
  })
  const news = rows.filter(({ key, problems }) => problems.length === 0 && !existing.has(key))
  const created = isDryRun
    ? new Map<string, number>()
    : await insertAll(
        context,
        member_group_id,
        news.map(({ name }) => name),
      )
  const outcomes = rows.map(({ key, problems }): Outcome => {
    if (problems.length > 0) return { outcome: 'refused', advertiser_group_id: null, problems }
    const id = existing.get(key)
    return id === undefined
      ? { outcome: 'created', advertiser_group_id: created.get(key) ?? null, problems: [] }
      : { outcome: 'exists', advertiser_group_id: id, problems: [] }
  })
  return { rows: outcomes, created: news.length, is_dry_run: isDryRun }
}
