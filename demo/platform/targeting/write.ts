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
import { dimensionAt, type TargetingPlace } from './read.ts'
import type { Database } from '../database/open.ts'
import { lower } from '../sql/pieces.ts'
import { nextVersion } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'

/** Pattern for jsonb containment: a targeting with a condition on this dimension, and on this option. */
const withCondition = (targeting_id: number, option?: number) =>
  JSON.stringify({ groups: [{ conditions: [{ targeting_id, ...(option !== undefined && { targeting_option_ids: [option] }) }] }] })

/** Refuses to delete a dimension or option in use, because the targeting would then reach other people. */
async function checkUnused({ kysely }: Pick<Database, 'kysely'>, memberGroupId: number, targetingId: number, options?: readonly number[]) {
  const shapes = options ? options.map((id) => withCondition(targetingId, id)) : [withCondition(targetingId)]
  const anyShape = sql<string>`any(${shapes}::jsonb[])`
  const users = (table: 'ad_groups' | 'campaign_templates') =>
    expressionBuilder<Tables>()
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('member_group_id', '=', memberGroupId)
      .where('deleted_at', 'is', null)
  const { ad_groups, templates } = await kysely
    .selectNoFrom([
      users('ad_groups').where('targeting', '@>', anyShape).as('ad_groups'),
      users('campaign_templates').where(sql`defaults->'targeting'`, '@>', anyShape).as('templates'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(ad_groups) > 0)
    throw conflict('Targeting', `Ad groups choose by this (${ad_groups}): hide it instead, or take it out of them first`)
  if (Number(templates) > 0) throw conflict('Targeting', `Templates choose by this (${templates}): take it out of them first`)
}

type NewOptions = NonNullable<NewTargeting['targeting_options']>
type OptionChanges = readonly { targeting_option_id: number; name?: string; code?: string; audience_size?: number }[]
type Option = TargetingDimension['options'][number]

/** A dimension of exactly this place. The caller needs access to the whole client. */
async function requireOwnDimension({ database, caller }: Context, place: TargetingPlace, targetingId: number) {
  requireWholeClient(caller, place.memberGroupId)
  const dimension = await dimensionAt(database, place, targetingId)
  if (dimension.experience_id !== (place.experienceId ?? null))
    throw conflict('Targeting', 'This targeting applies to all experiences; change it at the client')
  return dimension
}

async function checkName({ database: { kysely } }: Context, { memberGroupId, experienceId }: TargetingPlace, name: string, besides = 0) {
  const found = await kysely
    .selectFrom('targetings')
    .select('targeting_id')
    .where('member_group_id', '=', memberGroupId)
    .where(({ eb, fn, lit }) => eb(fn.coalesce('experience_id', lit(0)), '=', experienceId ?? 0))
    .where(({ eb, fn }) => eb(fn<string>('lower', ['name']), '=', lower(name)))
    .where('targeting_id', '!=', besides)
    .executeTakeFirst()
  if (found) throw conflict('Targeting', 'This name is already used; choose another name')
}

/** Codes must be unique among the dimension's old and new options. */
function checkCodes(codes: readonly string[], first: number) {
  const twice = codes.findIndex((code, index) => codes.indexOf(code) !== index)
  if (twice >= 0) throw refuseField(`targeting_options.${Math.max(twice - first, 0)}.code`, 'Each option needs its own code')
  if (codes.length > maxTargeting.options) throw conflict('Targeting', `Keep at most ${maxTargeting.options} options`)
}

async function insertOptions({ database: { kysely } }: Context, member_group_id: number, targeting_id: number, made: NewOptions) {
  const rows = made.map(({ name, code, audience_size = 0 }) => ({ member_group_id, targeting_id, name: name.trim(), code, audience_size }))
  if (rows.length > 0) await kysely.insertInto('targeting_options').values(rows).execute()
}

/** Raises the version of a dimension. If the request has a version, it must be the current one. */
async function raiseVersion(
  { database: { kysely }, version }: Context,
  { member_group_id, targeting_id }: TargetingDimension,
  set: object = {},
) {
  const asked = kysely
    .updateTable('targetings')
    .set({ ...set, version: nextVersion })
    .where('member_group_id', '=', member_group_id)
    .where('targeting_id', '=', targeting_id)
  const { numUpdatedRows } = await (version === undefined ? asked : asked.where('version', '=', version)).executeTakeFirst()
  if (Number(numUpdatedRows) === 0) throw staleVersion('Targeting')
}

export async function createDimension(context: Context, place: TargetingPlace, { targeting_options = [], ...asked }: NewTargeting) {
  requireWholeClient(context.caller, place.memberGroupId)
  const name = asked.name.trim()
  await checkName(context, place, name)
  const codes = targeting_options.map(({ code }) => code)
  checkCodes(codes, 0)
  const { targeting_id } = await context.database.kysely
    .insertInto('targetings')
    .values({
      member_group_id: place.memberGroupId,
      experience_id: place.experienceId ?? null,
      name,
      hidden: asked.hidden ?? false,
      targeting_types: JSON.stringify([...new Set(asked.targeting_types)]),
      created_at: context.now(),
    })
    .returning('targeting_id')
    .executeTakeFirstOrThrow()
  await insertOptions(context, place.memberGroupId, targeting_id, targeting_options)
  return dimensionAt(context.database, place, targeting_id)
}

export async function changeDimension(
  context: Context,
  place: TargetingPlace,
  id: number,
  { name, hidden, targeting_types }: TargetingChange,
) {
  const now = await requireOwnDimension(context, place, id)
  if (context.version !== now.version) throw staleVersion('Targeting')
  if (name !== undefined) await checkName(context, place, name.trim(), id)
  await raiseVersion(context, now, {
    ...(name !== undefined && { name: name.trim() }),
    ...(hidden !== undefined && { hidden }),
    ...(targeting_types !== undefined && { targeting_types: JSON.stringify([...new Set(targeting_types)]) }),
  })
  return dimensionAt(context.database, place, id)
}

/** Deletes a dimension that is not in use. */
export async function removeDimension(context: Context, place: TargetingPlace, id: number) {
  const { member_group_id, targeting_id } = await requireOwnDimension(context, place, id)
  const { kysely } = context.database
  await checkUnused(context.database, member_group_id, targeting_id)
  await kysely.deleteFrom('targetings').where('member_group_id', '=', member_group_id).where('targeting_id', '=', targeting_id).execute()
}

/** Adds options. Raising the version first locks the row, so that concurrent additions run one after the other. */
export async function addOptions(context: Context, place: TargetingPlace, id: number, made: NewOptions) {
  await raiseVersion(context, await requireOwnDimension(context, place, id))
  const { options } = await dimensionAt(context.database, place, id)
  const kept = options.map(({ code }) => code)
  checkCodes([...kept, ...made.map(({ code }) => code)], kept.length)
  await insertOptions(context, place.memberGroupId, id, made)
  return dimensionAt(context.database, place, id)
}

/** The options after the changes. An option of another dimension is refused. */
function changedOptions(options: readonly Option[], changes: OptionChanges): Option[] {
  const byId = new Map(options.map((option) => [option.targeting_option_id, option]))
  for (const [index, { targeting_option_id, ...change }] of changes.entries()) {
    const option = byId.get(targeting_option_id)
    if (!option) throw refuseField(`targeting_options.${index}.targeting_option_id`, 'Choose an option ID of this dimension')
    byId.set(targeting_option_id, { ...option, ...change, name: (change.name ?? option.name).trim() })
  }
  return [...byId.values()]
}

export async function changeOptions(context: Context, place: TargetingPlace, id: number, changes: OptionChanges) {
  const now = await requireOwnDimension(context, place, id)
  await raiseVersion(context, now)
  const after = changedOptions(now.options, changes)
  checkCodes(
    after.map(({ code }) => code),
    0,
  )
  const { kysely } = context.database
  const of = kysely.deleteFrom('targeting_options').where('member_group_id', '=', place.memberGroupId).where('targeting_id', '=', id)
  await of.execute()
  const rows = after.map((option) => ({ member_group_id: place.memberGroupId, targeting_id: id, ...option }))
  await kysely.insertInto('targeting_options').values(rows).execute()
  return dimensionAt(context.database, place, id)
}

/** Deletes options that are not in use. */
export async function removeOptions(context: Context, place: TargetingPlace, id: number, optionIds: readonly number[]) {
  const now = await requireOwnDimension(context, place, id)
  const known = now.options.map(({ targeting_option_id }) => targeting_option_id)
  const strange = optionIds.findIndex((one) => !known.includes(one))
  if (strange >= 0) throw refuseField(`targeting_option_ids.${strange}`, 'Choose an option ID of this dimension')
  await checkUnused(context.database, place.memberGroupId, id, optionIds)
  await raiseVersion(context, now)
  await context.database.kysely
    .deleteFrom('targeting_options')
    .where('member_group_id', '=', place.memberGroupId)
    .where('targeting_option_id', 'in', [...optionIds])
    .execute()
  return dimensionAt(context.database, place, id)
}
