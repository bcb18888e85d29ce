import { expressionBuilder, sql } from 'kysely'
import {
  type NewTargeting,
  type TargetingChange,
  type TargetingDimension,
  maxTargeting,
} from '../../../src/contract/targeting/targetings.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import { conflict, refuseField, staleVersion } from '../context/refusal.ts'
import { dimensionAt, type TargetingScope } from './read.ts'
import type { Database } from '../database/database.ts'
import { lower } from '../sql/pieces.ts'
import { nextVersion } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'

/** JSON for the operator `@>`: matches targeting with a condition on the dimension, and on the option if there is one. */
const withCondition = (targeting_id: number, option?: number) =>
  JSON.stringify({ groups: [{ conditions: [{ targeting_id, ...(option !== undefined && { targeting_option_ids: [option] }) }] }] })

/** Throws if the dimension or an option is in use: without it, ad groups would reach other people. */
async function requireUnused(
  { kysely }: Pick<Database, 'kysely'>,
  memberGroupId: number,
  targetingId: number,
  options?: readonly number[],
) {
  const patterns = options ? options.map((id) => withCondition(targetingId, id)) : [withCondition(targetingId)]
  const anyPattern = sql<string>`any(${patterns}::jsonb[])`
  const countUses = (table: 'ad_groups' | 'campaign_templates') =>
    expressionBuilder<Tables>()
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('member_group_id', '=', memberGroupId)
      .where('deleted_at', 'is', null)
  const { ad_groups, templates } = await kysely
    .selectNoFrom([
      countUses('ad_groups').where('targeting', '@>', anyPattern).as('ad_groups'),
      countUses('campaign_templates').where(sql`defaults->'targeting'`, '@>', anyPattern).as('templates'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(ad_groups) > 0)
    throw conflict('Targeting', `Ad groups use this targeting (${ad_groups}). Hide it, or remove it from the ad groups first`)
  if (Number(templates) > 0) throw conflict('Targeting', `Templates use this targeting (${templates}). Remove it from the templates first`)
}

type NewOptions = NonNullable<NewTargeting['targeting_options']>
type OptionChanges = readonly { targeting_option_id: number; name?: string; code?: string; audience_size?: number }[]
type Option = TargetingDimension['options'][number]

/** The dimension, if it belongs to exactly this client or experience. The caller needs access to the whole client. */
async function requireOwnDimension(context: Context, scope: TargetingScope, targetingId: number) {
  requireWholeClient(context, scope.memberGroupId)
  const dimension = await dimensionAt(context.database, scope, targetingId)
  if (dimension.experience_id !== (scope.experienceId ?? null))
    throw conflict('Targeting', 'This targeting belongs to the client, not to this experience. Change it in the client’s targeting')
  return dimension
}

async function requireFreeName(
  { database: { kysely } }: Context,
  { memberGroupId, experienceId }: TargetingScope,
  name: string,
  exceptId = 0,
) {
  const existing = await kysely
    .selectFrom('targetings')
    .select('targeting_id')
    .where('member_group_id', '=', memberGroupId)
    .where(({ eb, fn, lit }) => eb(fn.coalesce('experience_id', lit(0)), '=', experienceId ?? 0))
    .where(({ eb, fn }) => eb(fn<string>('lower', ['name']), '=', lower(name)))
    .where('targeting_id', '!=', exceptId)
    .executeTakeFirst()
  if (existing) throw conflict('Targeting', 'This name is already used; choose another name')
}

/** Codes must be unique. The first `existingCount` codes are stored already; errors name the index of a new option. */
function requireUniqueCodes(codes: readonly string[], existingCount: number) {
  const duplicateIndex = codes.findIndex((code, index) => codes.indexOf(code) !== index)
  if (duplicateIndex >= 0)
    throw refuseField(`targeting_options.${Math.max(duplicateIndex - existingCount, 0)}.code`, 'Each option needs its own code')
  if (codes.length > maxTargeting.options) throw conflict('Targeting', `A targeting can have at most ${maxTargeting.options} options`)
}

async function insertOptions({ database: { kysely } }: Context, member_group_id: number, targeting_id: number, newOptions: NewOptions) {
  const rows = newOptions.map(({ name, code, audience_size = 0 }) => ({
    member_group_id,
    targeting_id,
    name: name.trim(),
    code,
    audience_size,
  }))
  if (rows.length > 0) await kysely.insertInto('targeting_options').values(rows).execute()
}

/** Raises the version of a dimension. If the request has a version, it must be the current one. */
async function raiseVersion(
  { database: { kysely }, version }: Context,
  { member_group_id, targeting_id }: TargetingDimension,
  set: object = {},
) {
  const update = kysely
    .updateTable('targetings')
    .set({ ...set, version: nextVersion })
    .where('member_group_id', '=', member_group_id)
    .where('targeting_id', '=', targeting_id)
  const { numUpdatedRows } = await (version === undefined ? update : update.where('version', '=', version)).executeTakeFirst()
  if (Number(numUpdatedRows) === 0) throw staleVersion('Targeting')
}

export async function createDimension(context: Context, scope: TargetingScope, { targeting_options = [], ...fields }: NewTargeting) {
  requireWholeClient(context, scope.memberGroupId)
  const name = fields.name.trim()
  await requireFreeName(context, scope, name)
  const codes = targeting_options.map(({ code }) => code)
  requireUniqueCodes(codes, 0)
  const { targeting_id } = await context.database.kysely
    .insertInto('targetings')
    .values({
      member_group_id: scope.memberGroupId,
      experience_id: scope.experienceId ?? null,
      name,
      hidden: fields.hidden ?? false,
      targeting_types: JSON.stringify([...new Set(fields.targeting_types)]),
      created_at: context.now(),
    })
    .returning('targeting_id')
    .executeTakeFirstOrThrow()
  await insertOptions(context, scope.memberGroupId, targeting_id, targeting_options)
  return dimensionAt(context.database, scope, targeting_id)
}

export async function changeDimension(
  context: Context,
  scope: TargetingScope,
  id: number,
  { name, hidden, targeting_types }: TargetingChange,
) {
  const current = await requireOwnDimension(context, scope, id)
  if (context.version !== current.version) throw staleVersion('Targeting')
  if (name !== undefined) await requireFreeName(context, scope, name.trim(), id)
  await raiseVersion(context, current, {
    ...(name !== undefined && { name: name.trim() }),
    ...(hidden !== undefined && { hidden }),
    ...(targeting_types !== undefined && { targeting_types: JSON.stringify([...new Set(targeting_types)]) }),
  })
  return dimensionAt(context.database, scope, id)
}

/** Deletes a dimension that is not in use. */
export async function removeDimension(context: Context, scope: TargetingScope, id: number) {
  const { member_group_id, targeting_id } = await requireOwnDimension(context, scope, id)
  const { kysely } = context.database
  await requireUnused(context.database, member_group_id, targeting_id)
  await kysely.deleteFrom('targetings').where('member_group_id', '=', member_group_id).where('targeting_id', '=', targeting_id).execute()
}

/** Adds options. Raising the version first locks the row, so that concurrent additions run one after the other. */
export async function addOptions(context: Context, scope: TargetingScope, id: number, newOptions: NewOptions) {
  await raiseVersion(context, await requireOwnDimension(context, scope, id))
  const { options } = await dimensionAt(context.database, scope, id)
  const existingCodes = options.map(({ code }) => code)
  requireUniqueCodes([...existingCodes, ...newOptions.map(({ code }) => code)], existingCodes.length)
  await insertOptions(context, scope.memberGroupId, id, newOptions)
  return dimensionAt(context.database, scope, id)
}

/** The options after the changes. An option of another dimension is refused. */
function changedOptions(options: readonly Option[], changes: OptionChanges): Option[] {
  const byId = new Map(options.map((option) => [option.targeting_option_id, option]))
  for (const [index, { targeting_option_id, ...change }] of changes.entries()) {
    const option = byId.get(targeting_option_id)
    if (!option) throw refuseField(`targeting_options.${index}.targeting_option_id`, 'Choose an option of this targeting')
    byId.set(targeting_option_id, { ...option, ...change, name: (change.name ?? option.name).trim() })
  }
  return [...byId.values()]
}

export async function changeOptions(context: Context, scope: TargetingScope, id: number, changes: OptionChanges) {
  const current = await requireOwnDimension(context, scope, id)
  await raiseVersion(context, current)
  const after = changedOptions(current.options, changes)
  requireUniqueCodes(
    after.map(({ code }) => code),
    0,
  )
  const { kysely } = context.database
  await kysely.deleteFrom('targeting_options').where('member_group_id', '=', scope.memberGroupId).where('targeting_id', '=', id).execute()
  const rows = after.map((option) => ({ member_group_id: scope.memberGroupId, targeting_id: id, ...option }))
  await kysely.insertInto('targeting_options').values(rows).execute()
  return dimensionAt(context.database, scope, id)
}

/** Deletes options that are not in use. */
export async function removeOptions(context: Context, scope: TargetingScope, id: number, optionIds: readonly number[]) {
  const current = await requireOwnDimension(context, scope, id)
  const knownIds = current.options.map(({ targeting_option_id }) => targeting_option_id)
  const unknownIndex = optionIds.findIndex((optionId) => !knownIds.includes(optionId))
  if (unknownIndex >= 0) throw refuseField(`targeting_option_ids.${unknownIndex}`, 'Choose an option of this targeting')
  await requireUnused(context.database, scope.memberGroupId, id, optionIds)
  await raiseVersion(context, current)
  await context.database.kysely
    .deleteFrom('targeting_options')
    .where('member_group_id', '=', scope.memberGroupId)
    .where('targeting_option_id', 'in', [...optionIds])
    .execute()
  return dimensionAt(context.database, scope, id)
}
