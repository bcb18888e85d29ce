import {
  type configuration,
  type ConfigurationChange,
  type ConfigurationDocument,
  type ConfigurationPart,
  configurationParts,
} from '../../../src/contract/clients/configuration.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { userName, userOf } from '../changes/read.ts'
import { isSameValue } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { noPermission, notFound, staleVersion } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import { clientState } from './history.ts'
import { partAccess } from './configuration-parts.ts'

/** A part without its type: the parts are walked, and each gets only values of its own. */
interface AnyPart {
  readonly read: (context: Context, memberGroupId: number) => Promise<unknown>
  readonly write: (context: Context, memberGroupId: number, value: unknown, before: unknown) => Promise<unknown>
}
const accessTo = (part: ConfigurationPart) => partAccess[part] as unknown as AnyPart // the value comes from the same part

async function documentOf(context: Context, memberGroupId: number): Promise<ConfigurationDocument> {
  const parts: Record<string, unknown> = {}
  for (const part of configurationParts) parts[part] = await accessTo(part).read(context, memberGroupId)
  return { version: 1, parts: parts as ConfigurationDocument['parts'] } // each part was read by its own name
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values that a document would change. Entries that only the client has stay, so they are no change. */
function changesIn(before: unknown, after: unknown, field: string): { field: string; before: unknown; after: unknown }[] {
  if (isFields(after) && (isFields(before) || before === undefined))
    return Object.entries(after).flatMap(([name, value]) => changesIn(before?.[name], value, field ? `${field}.${name}` : name))
  return after === undefined || isSameValue(before ?? null, after) ? [] : [{ field, before: before ?? null, after }]
}

function plannedChanges(current: ConfigurationDocument, document: ConfigurationDocument, parts: readonly ConfigurationPart[]) {
  return parts
    .filter((part) => document.parts[part] !== undefined)
    .flatMap((part): ConfigurationChange[] =>
      changesIn(current.parts[part], document.parts[part], '').map((change) => ({ part, ...change })),
    )
}

/** A part of the client with the entries of the document, so that a write sees the whole part. */
const merged = (before: unknown, after: unknown) => (isFields(before) && isFields(after) ? { ...before, ...after } : after)

async function apply(context: Context, memberGroupId: number, document: ConfigurationDocument, parts: readonly ConfigurationPart[]) {
  const current = await documentOf(context, memberGroupId)
  const changes = plannedChanges(current, document, parts)
  for (const part of configurationParts) {
    if (!changes.some((change) => change.part === part)) continue
    const before = current.parts[part]
    await accessTo(part).write(context, memberGroupId, merged(before, document.parts[part]), before)
  }
  return { current, changes }
}

async function requireCurrent(context: Context, memberGroupId: number): Promise<number> {
  const { access } = context.caller
  if (!access.all) throw noPermission()
  requireWholeClient(context, memberGroupId)
  const state = await clientState(context, memberGroupId)
  if (!state) throw notFound('Client')
  return state.version
}

async function storeVersion(
  context: Context,
  member_group_id: number,
  document: ConfigurationDocument,
  changes: readonly ConfigurationChange[],
) {
  const parts = [...new Set(changes.map(({ part }) => part))]
  const { configuration_version_id } = await context.database.kysely
    .insertInto('configuration_versions')
    .values({
      member_group_id,
      document: JSON.stringify(document),
      parts: JSON.stringify(parts),
      changes: changes.length,
      created_at: context.now(),
      created_by: context.caller.person?.user_id ?? null,
    })
    .returning('configuration_version_id')
    .executeTakeFirstOrThrow()
  return configuration_version_id
}

export const configurationHandlers: Handlers<typeof configuration> = {
  one: async ({ path: { memberGroupId } }, context) => {
    const version = await requireCurrent(context, memberGroupId)
    return { document: await documentOf(context, memberGroupId), version }
  },
  apply: async ({ path: { memberGroupId }, body: { document, parts, dry_run = false } }, context) => {
    const version = await requireCurrent(context, memberGroupId)
    if (version !== context.version) throw staleVersion('Client')
    if (dry_run) {
      const changes = plannedChanges(await documentOf(context, memberGroupId), document, parts)
      return { changes, is_dry_run: true, configuration_version_id: null, version }
    }
    const { current, changes } = await apply(context, memberGroupId, document, parts)
    const stored = changes.length > 0 ? await storeVersion(context, memberGroupId, current, changes) : null
    const after = await clientState(context, memberGroupId)
    return { changes, is_dry_run: false, configuration_version_id: stored, version: after?.version ?? version }
  },
  versions: async ({ path: { memberGroupId } }, context) => {
    await requireCurrent(context, memberGroupId)
    const rows = await context.database.kysely
      .selectFrom('configuration_versions as v')
      .leftJoin('users as u', 'u.user_id', 'v.created_by')
      .select(['v.configuration_version_id', 'v.created_at', 'v.created_by as user_id', userName.as('user_name'), 'v.parts', 'v.changes'])
      .where('v.member_group_id', '=', memberGroupId)
      .orderBy('v.configuration_version_id', 'desc')
      .limit(100)
      .execute()
    return {
      versions: rows.map(({ user_id, user_name, created_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        user: userOf({ user_id, user_name }),
      })),
    }
  },
  versionOne: async ({ path: { memberGroupId, configurationVersionId } }, context) => {
    await requireCurrent(context, memberGroupId)
    const row = await context.database.kysely
      .selectFrom('configuration_versions')
      .select('document')
      .where('member_group_id', '=', memberGroupId)
      .where('configuration_version_id', '=', configurationVersionId)
      .executeTakeFirst()
    if (!row) throw notFound('Configuration')
    return row
  },
}
