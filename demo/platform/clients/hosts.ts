import { canAccessClient } from '../../../src/contract/access/access.rules.ts'
import type { AllowedOrigins, ClientHosts, hosts } from '../../../src/contract/clients/hosts.ts'
import { type OriginFault, parseOrigin } from '../../../src/contract/clients/origins.rules.ts'
import { hasWholeClient, requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import { notFound, Refused, ruleProblem } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import { updateVersioned } from '../sql/versioned.ts'
import { checkDns, type ResolveHost } from './dns.ts'
import { type ClientChangeCause, clientState, recordClient } from './history.ts'
import { hostState } from './host-names.ts'

async function hostsOf(context: Context, memberGroupId: number): Promise<ClientHosts> {
  const row = await context.database.kysely
    .selectFrom('member_groups')
    .select(['host_name', 'login_key', 'requested_host_name', 'requested_login_key', 'version'])
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!row) throw notFound('Client')
  return hasWholeClient(context, memberGroupId) ? row : { ...row, requested_host_name: null, requested_login_key: null }
}

async function originsOf(context: Context, memberGroupId: number): Promise<AllowedOrigins> {
  const state = await clientState(context, memberGroupId)
  if (!state) throw notFound('Client')
  return { allowed_origins: [...state.fields.allowed_origins], version: state.version }
}

const originRules: Readonly<Record<OriginFault, string>> = {
  not_an_origin: 'Expected an origin such as https://shop.example',
  null_origin: 'The origin of local and sandboxed pages names no site',
  needs_https: 'Expected https',
  has_path: 'Expected an origin without a path',
  wildcard_place: 'Only the first label may be a wildcard',
  wildcard_too_wide: 'The wildcard covers sites of too many owners',
}

/** The origins as browsers send them, without duplicates, in order. Refuses every text that is none. */
function normalizedOrigins(texts: readonly string[]): string[] {
  const parsed = texts.map(parseOrigin)
  const faults = parsed.flatMap((one, index) =>
    'code' in one ? [ruleProblem(`allowed_origins.${index}`, originRules[one.code], { code: one.code })] : [],
  )
  const [first] = faults
  if (first) throw new Refused('invalid', { subject: first.path, rule: first.rule }, faults)
  return [...new Set(parsed.flatMap((one) => ('origin' in one ? [one.origin] : [])))].toSorted()
}

/** Replaces the origins of a client, and returns the id of the change in its history; null if nothing has changed. */
export async function writeOrigins(
  context: Context,
  memberGroupId: number,
  texts: readonly string[],
  cause: ClientChangeCause = { kind: 'changed' },
): Promise<number | null> {
  requireWholeClient(context, memberGroupId)
  const origins = normalizedOrigins(texts)
  const before = await clientState(context, memberGroupId)
  const { kysely } = context.database
  await updateVersioned(context, 'member_groups', { key: { member_group_id: memberGroupId }, change: {}, subject: 'Client' })
  await kysely.deleteFrom('allowed_origins').where('member_group_id', '=', memberGroupId).execute()
  const rows = origins.map((origin) => ({ member_group_id: memberGroupId, origin }))
  if (rows.length > 0) await kysely.insertInto('allowed_origins').values(rows).execute()
  return recordClient(context, { memberGroupId, before: before?.fields, cause })
}

interface HostSettings {
  /** The public origins of the platform, to which the host names of clients have to lead. */
  readonly ownOrigins: readonly string[]
  readonly resolve: ResolveHost
}

export const hostHandlers = ({ ownOrigins, resolve }: HostSettings): Handlers<typeof hosts> => ({
  one: ({ path }, context) => hostsOf(context, path.memberGroupId),
  check: async ({ path: { memberGroupId }, body: { host_name } }, context) => {
    requireWholeClient(context, memberGroupId)
    const { state, client } = await hostState(context.database, memberGroupId, host_name)
    const { access } = context.caller
    return {
      host_name,
      state,
      taken_by: client && canAccessClient(access, client.member_group_id) ? client : null,
      ...(await checkDns(
        host_name,
        ownOrigins.map((origin) => new URL(origin).hostname),
        resolve,
      )),
    }
  },
  origins: ({ path: { memberGroupId } }, context) => {
    requireWholeClient(context, memberGroupId)
    return originsOf(context, memberGroupId)
  },
  setOrigins: async ({ path: { memberGroupId }, body }, context) => {
    await writeOrigins(context, memberGroupId, body.allowed_origins)
    return originsOf(context, memberGroupId)
  },
})
