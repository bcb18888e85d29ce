import type { Result } from '../../../src/contract/endpoint.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import {
  matchTypeIds,
  type Targeting,
  targetingOperators,
  type targetings,
  targetingTypes,
} from '../../../src/contract/targeting/targetings.ts'
import type { Context } from '../context/context.ts'
import { experienceOf } from '../clients/experiences.ts'
import type { Handlers } from '../http/implement.ts'
import { noPermission, notFound, refuseField } from '../context/refusal.ts'
import { requestScopeOf } from '../access/scope.ts'
import { estimateReach } from './check.ts'
import { dimensionAt, dimensionsAt, dimensionsReport, limitsOf, dimensionsOfScope, type TargetingScope } from './read.ts'
import { addOptions, changeDimension, changeOptions, createDimension, removeDimension, removeOptions } from './write.ts'

type TargetingHandlers = Handlers<typeof targetings>
type OfExperience = TargetingHandlers['inExperience']
interface Path {
  readonly memberGroupId: number
  readonly experienceId?: number
}

const numbered = <K extends string, N extends string>(key: K, names: readonly N[]) =>
  names.map((name, index) => ({ [key]: index + 1, name }) as { [k in K]: number } & { name: N }) // the key just written

const matchTypes: Result<typeof targetings.matchTypes> = {
  match_types: Object.entries(matchTypeIds).map(([name, match_type_id]) => ({ match_type_id, name })),
}
const operators: Result<typeof targetings.operators> = { match_types: numbered('operator_id', targetingOperators) }
const types: Result<typeof targetings.targetingTypes> = { targeting_types: numbered('targeting_type_id', targetingTypes) }

/** Checks that the experience belongs to the client. */
async function scopeOf({ database }: Context, { memberGroupId, experienceId }: Path): Promise<TargetingScope> {
  if (experienceId !== undefined) await experienceOf(database, memberGroupId, experienceId)
  return { memberGroupId, experienceId }
}

const dimensions = async (context: Context, path: Path) => dimensionsAt(context.database, dimensionsOfScope(await scopeOf(context, path)))
const dimension = async (context: Context, path: Path & { targetingId: number }) =>
  dimensionAt(context.database, await scopeOf(context, path), path.targetingId)

/** Endpoints that exist for the client and for each experience. */
const shared: Pick<OfExperience, 'create' | 'change' | 'remove' | 'addOptions' | 'changeOptions' | 'removeOptions' | 'report' | 'limits'> =
  {
    create: async ({ path, body }, context) => createDimension(context, await scopeOf(context, path), body),
    change: async ({ path, body }, context) => changeDimension(context, await scopeOf(context, path), path.targetingId, body),
    remove: async ({ path }, context) => {
      await removeDimension(context, await scopeOf(context, path), path.targetingId)
      return 'success'
    },
    addOptions: async ({ path, body }, context) =>
      addOptions(context, await scopeOf(context, path), path.targetingId, body.targeting_options),
    changeOptions: async ({ path, body }, context) =>
      changeOptions(context, await scopeOf(context, path), path.targetingId, body.targeting_options),
    removeOptions: async ({ path, body }, context) =>
      removeOptions(context, await scopeOf(context, path), path.targetingId, body.targeting_option_ids),
    report: async ({ path, body }, context) => dimensionsReport(context.database, await scopeOf(context, path), body),
    limits: async ({ path }, context) => {
      const { memberGroupId } = await scopeOf(context, path)
      return { limits: await limitsOf(context.database, memberGroupId) }
    },
  }

/** The client that owns the targeting's dimensions, if the caller may read them. */
async function clientOf({ database, caller }: Context, { groups }: Targeting): Promise<number> {
  const ids = groups.flatMap(({ conditions }) => conditions.map(({ targeting_id }) => targeting_id))
  if (ids.length === 0) throw refuseField('member_group_id', 'Send a client ID or one of its dimensions')
  const rows = await database.kysely
    .selectFrom('targetings')
    .select('member_group_id')
    .distinct()
    .where('targeting_id', 'in', ids)
    .execute()
  const [found, other] = rows
  if (!found || other) throw notFound('Client')
  const requestScope = await requestScopeOf(database, caller, { clients: [found.member_group_id], resources: [] })
  if (!requestScope.tenants.some((tenant) => hasPermission(caller.permissionsAt(tenant), 'targetings.read'))) throw noPermission()
  return found.member_group_id
}

const inExperience: OfExperience = {
  ...shared,
  matchTypes: async ({ path }, context) => (await scopeOf(context, path)) && matchTypes,
  operators: async ({ path }, context) => (await scopeOf(context, path)) && operators,
  targetingTypes: async ({ path }, context) => (await scopeOf(context, path)) && types,
  list: async ({ path }, context) => ({ targeting_dimensions: await dimensions(context, path) }),
  one: async ({ path }, context) => ({ targeting_dimensions: [await dimension(context, path)] }),
  options: async ({ path }, context) => {
    const found = await dimension(context, path)
    return { targeting_dimensions: [found], targeting_options: found.options }
  },
  reach: async ({ path, body }, context) => ({
    reach: await estimateReach(context.database, await scopeOf(context, path), body.targeting),
  }),
}

export const targetingHandlers: TargetingHandlers = {
  ...(shared as unknown as Pick<TargetingHandlers, keyof typeof shared>), // the client's endpoints are the same without `experienceId`
  matchTypes: async () => matchTypes,
  operators: async () => operators,
  targetingTypes: async () => types,
  list: async ({ path }, context) => ({ targeting_options: await dimensions(context, path) }),
  one: async ({ path }, context) => ({ targeting_options: [await dimension(context, path)] }),
  options: async ({ path }, context) => ({ targeting_options: (await dimension(context, path)).options }),
  reach: async ({ body: { targeting, member_group_id } }, context) => ({
    reach: await estimateReach(context.database, { memberGroupId: member_group_id ?? (await clientOf(context, targeting)) }, targeting),
  }),
  inExperience,
}
