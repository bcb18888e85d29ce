import { importJWK, SignJWT } from 'jose'
import type { TokenEndpointGrantContext } from 'oidc-provider'
import { is } from 'superstruct'
import { Id } from '../../../src/contract/ids.ts'
import type { Database } from '../database/database.ts'
import { isReading } from '../access/partner-permissions.ts'
import type { Keys } from './keys.ts'
import { partnerOf } from './partner-clients.ts'
import { errors } from './quiet-provider.ts'

export const partnerTokenSeconds = 600

export interface PartnerGrantOptions {
  readonly database: Database
  readonly keys: Keys
  readonly issuer: string
  readonly audience: string
  readonly now: () => Date
}

/** Parameters of the token request, in addition to the client's credentials. */
export const partnerParameters = ['user', 'client', 'advertisers', 'permissions'] as const
type Parameters = Partial<Record<(typeof partnerParameters)[number], string>>
type Partner = NonNullable<Awaited<ReturnType<typeof partnerOf>>>

const refusal = (error: 'invalid_request' | 'invalid_target' | 'invalid_scope', sentence: string) =>
  new errors.CustomOIDCProviderError(error, sentence)
const listOf = (text: string | undefined) => (text === undefined ? undefined : text.split(/[\s,]+/).filter(Boolean))

/** The provider treats a parameter with an empty value as missing, which would grant everything. So read the body instead. */
const bodyParameters = (body: Readonly<Record<string, unknown>> = {}): Parameters =>
  Object.fromEntries(partnerParameters.flatMap((name) => (name in body ? [[name, String(body[name])]] : [])))

function userOf({ user = '' }: Parameters) {
  if (user.trim() === '' || user.length > 200 || /\p{Cc}/u.test(user))
    throw refusal('invalid_request', 'Send the user as an email or your own ID, up to 200 characters')
  return user
}

function clientOf({ client }: Parameters, partner: Partner) {
  if (client !== undefined && client !== String(partner.member_group_id))
    throw refusal('invalid_target', 'You are not registered for this client: omit the client parameter or send your own client')
  return partner.member_group_id
}

/** The requested advertisers, if all belong to the partner; null means the whole client. */
async function advertisersOf({ kysely }: Database, { advertisers }: Parameters, partner: Partner) {
  const requested = listOf(advertisers)?.map(Number)
  if (!requested) return partner.advertiser_ids
  const ids = requested.filter((id) => is(id, Id) && (partner.advertiser_ids === null || partner.advertiser_ids.includes(id)))
  const rows = await kysely
    .selectFrom('advertisers')
    .select('advertiser_id')
    .where('member_group_id', '=', partner.member_group_id)
    .where('advertiser_id', 'in', [0, ...ids])
    .execute()
  if (requested.length === 0 || !requested.every((id) => rows.some(({ advertiser_id }) => advertiser_id === id)))
    throw refusal(
      'invalid_target',
      'You don’t have access to one of these advertisers: send IDs of your own, or omit the parameter for all of them',
    )
  return rows.map(({ advertiser_id }) => advertiser_id)
}

/** The requested permissions; without a request those of reading, because a token lies in a page. */
function permissionsOf({ permissions }: Parameters, partner: Partner) {
  const requested = listOf(permissions) ?? partner.permissions.filter(isReading)
  const foreignPermission = requested.find((permission) => !partner.permissions.includes(permission))
  if (foreignPermission === undefined && requested.length > 0) return requested
  const name = foreignPermission?.replace(/[^\w.]/g, '').slice(0, 60)
  throw refusal(
    'invalid_scope',
    name
      ? `You can’t grant the permission ${name}: omit it, or ask the platform operator for it`
      : 'Send a permission, or omit the parameter for those of yours that only read',
  )
}

/** The partners' token grant: a token for one user, one client, advertisers and permissions, valid for ten minutes. */
export function partnerGrant({ database, keys, issuer, audience, now }: PartnerGrantOptions) {
  return async (context: TokenEndpointGrantContext<Parameters>) => {
    const { client, body } = context.oidc
    const params = bodyParameters(body)
    const partner = await partnerOf(database, client.clientId)
    const [key] = keys.jwks.keys
    if (!partner || !key) throw new errors.InvalidClient('This client is disabled')
    const claims = {
      user: userOf(params),
      member_group_id: clientOf(params, partner),
      advertisers: await advertisersOf(database, params, partner),
      permissions: permissionsOf(params, partner),
    }
    const issued = Math.floor(now().getTime() / 1000)
    const token = await new SignJWT({ placard_partner: claims, client_id: partner.client_id })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(`partner:${partner.client_id}`)
      .setIssuedAt(issued)
      .setExpirationTime(issued + partnerTokenSeconds)
      .sign(await importJWK(key, 'ES256'))
    context.body = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: partnerTokenSeconds,
      expires_at: issued + partnerTokenSeconds,
    }
  }
}
